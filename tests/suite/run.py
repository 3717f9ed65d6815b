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

EXPECTED = re.compile(r"//~(\^*|@\d+)\s*(error|warning|hint):\s*(.*?)\s*(?=//~|$)")
FLAGS = re.compile(r"//\s*flags:\s*(.*)")
MESSAGE = re.compile(r"^.*?:(\d+):\d+: (error|warning): (.*)$", re.M)


def read_expectations(path):
    with open(path, "rb") as f:
        text = f.read().decode("utf-8", "replace")
    lines = re.split(r"\r\n|\r|\n", text)
    expected, flags = [], []
    for number, line in enumerate(lines, 1):
        found = FLAGS.match(line)
        if found:
            flags += found.group(1).split()
        for place, severity, part in EXPECTED.findall(line):
            at = int(place[1:]) if place.startswith("@") else number - len(place)
            expected.append((severity, at, part))
    return expected, flags


def run_one(synod, path):
    expected, flags = read_expectations(path)
    done = subprocess.run([synod, "compile", "--max-errors=0", path] + flags,
                          capture_output=True, timeout=60)
    text = done.stderr.decode("utf-8", "replace")
    got = [(severity, int(line), message) for line, severity, message in MESSAGE.findall(text)]
    if not any(severity == "warning" for severity, _, _ in expected):
        got = [m for m in got if m[0] == "error"]
    hints = re.findall(r"= hint: (.*)", text)
    problems = []
    for severity, line, part in expected:
        if severity == "hint":
            if not any(part in hint for hint in hints):
                problems.append(f"missing    hint: {part}")
            continue
        for message in got:
            if message[0] == severity and message[1] == line and part in message[2]:
                got.remove(message)
                break
        else:
            problems.append(f"missing    {line}: {severity}: {part}")
    problems += [f"unexpected {line}: {severity}: {message}" for severity, line, message in got]
    wanted = 2 if any(severity == "error" for severity, _, _ in expected) else 0
    if done.returncode != wanted:
        problems.append(f"exit code {done.returncode}, expected {wanted}: {text[:500]}")
    return problems


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
