#!/usr/bin/env python3
"""Runs the quick tests of a build folder and says how they went in one line.

usage: check.py BUILD

The time is that of the tests; BUILD must be up to date.  Of a test that fails, its output is printed.
"""
import json
import os
import subprocess
import sys
import time

BAD = ("FAIL", "ERROR", "TIMEOUT", "INTERRUPT", "UNEXPECTEDPASS")


def main():
    build = sys.argv[1]
    log = os.path.join(build, "meson-logs", "testlog-quick.json")
    start = time.monotonic()
    done = subprocess.run(["meson", "test", "-C", build, "--no-rebuild", "--setup", "quick", "--suite", "quick",
                           "--num-processes", str(os.cpu_count() + 1), "--timeout-multiplier", "3"],
                          capture_output=True, text=True)
    seconds = time.monotonic() - start
    with open(log, encoding="utf-8") as f:
        tests = [json.loads(line) for line in f]
    bad = [test for test in tests if test["result"] in BAD]
    for test in bad:
        print(f"---- {test['name']}: {test['result']}\n{test.get('stdout', '')}{test.get('stderr', '')}")
    if done.returncode and not bad:
        print(done.stdout + done.stderr)
    if done.returncode:
        print(f"check: {len(bad)} of {len(tests)} tests FAILED in {seconds:.0f} s")
    else:
        print(f"check: {len(tests)} tests passed in {seconds:.0f} s")
    return 1 if done.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
