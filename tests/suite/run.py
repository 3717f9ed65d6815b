#!/usr/bin/env python3
"""Runs `synod compile` over every program below a folder and compares its messages
with what the program says about itself.

usage: run.py SYNOD FOLDER [-k TEXT]

A comment in a program names a message that must appear:

    x = true;  //~ error: expected int      on this line
    //~^ error: ...                         one line up, a line for each ^
    //~@12 error: ...                       on line 12
    //~ hint: ...                           a hint, wherever it appears
    // flags: --strict-p                    options for this program

Every error must be named, and every named one must appear.  Warnings are compared in
programs that name at least one.  A program that names no error must be accepted.
"""
import concurrent.futures
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
import expectations

FLAGS = re.compile(r"//\s*flags:\s*(.*)")
MESSAGE = re.compile(r"^.*?:(\d+):\d+: (error|warning): (.*)$", re.M)


def run_one(synod, path):
    expected = expectations.read(path)
    flags = [flag for line in expectations.lines_of(path) if (found := FLAGS.match(line)) for flag in found[1].split()]
    done = subprocess.run([synod, "compile", "--max-errors=0", path] + flags,
                          capture_output=True, timeout=60)
    text = done.stderr.decode("utf-8", "replace")
    said = [(severity, int(line), message) for line, severity, message in MESSAGE.findall(text)]
    names_warnings = any(severity == "warning" for severity, _, _ in expected)
    return expectations.compare(expected, said, {"error", "warning"} if names_warnings else {"error"}, text,
                                done.returncode)


def main():
    synod, root = map(os.path.abspath, sys.argv[1:3])
    wanted = sys.argv[4] if sys.argv[3:4] == ["-k"] else ""
    paths = sorted(os.path.join(folder, name) for folder, _, names in os.walk(root)
                   for name in names if name.endswith(".p") and wanted in os.path.join(folder, name)
                   and "/suite/run/" not in folder + "/")  # those are for verdicts.py
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, problems in zip(paths, pool.map(lambda p: run_one(synod, p), paths)):
            if problems:
                failed += 1
                print(os.path.relpath(path, root))
                for problem in problems:
                    print("   ", problem)
    print(f"{len(paths) - failed} passed, {failed} failed")
    return 1 if failed or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
