#!/usr/bin/env python3
"""Every example compiles without a warning: as a folder, and by each project file.
Every test in it says what it expects, for the engines to confirm.

usage: examples.py SYNOD FOLDER
"""
import os
import re
import subprocess
import sys

TEST = re.compile(r"^\s*test\b")
EXPECT = re.compile(r"^\s*// expect: (holds|violated: \S.*)$")


def tests_without_expectation(path):
    with open(path) as f:
        lines = f.read().splitlines()
    return [number for number, line in enumerate(lines, 1)
            if TEST.match(line) and (number == 1 or not EXPECT.match(lines[number - 2]))]


def main():
    synod, root = map(os.path.abspath, sys.argv[1:3])
    problems, inputs = [], []
    for name in sorted(os.listdir(root)):
        top = os.path.join(root, name)
        if os.path.isdir(top):
            inputs.append(top)
        for folder, _, files in os.walk(top):
            inputs += [os.path.join(folder, f) for f in sorted(files) if f.endswith(".pproj")]
            for f in files:
                if f.endswith(".p"):
                    path = os.path.join(folder, f)
                    problems += [f"{path}:{n}: test without '// expect:' above it"
                                 for n in tests_without_expectation(path)]
    for path in inputs:
        done = subprocess.run([synod, "compile", "--warnings=error", path],
                              capture_output=True, text=True)
        if done.returncode != 0:
            problems.append(f"{path}: exit code {done.returncode}\n{done.stderr}")
        listed = subprocess.run([synod, "compile", "--list-tests", path],
                                capture_output=True, text=True)
        if not listed.stdout.strip():
            problems.append(f"{path}: no tests")
    print("\n".join(problems))
    print(f"{len(inputs)} inputs, {len(problems)} problems")
    return 1 if problems or not inputs else 0


if __name__ == "__main__":
    sys.exit(main())
