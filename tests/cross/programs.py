#!/usr/bin/env python3
"""Runs the naive explorer on small programs, one rule of the semantics each.

usage: programs.py NAIVE FOLDER

The first line of a program states the verdict: `// expect: holds`, or
`// expect: violated: KIND`.
"""
import os
import subprocess
import sys


def main():
    naive, root = sys.argv[1:3]
    failed = 0
    names = sorted(n for n in os.listdir(root) if n.endswith(".p"))
    for name in names:
        path = os.path.join(root, name)
        with open(path) as f:
            wanted = f.readline().removeprefix("// expect: ").strip()
        done = subprocess.run([naive, "-t", "30", path], capture_output=True, text=True)
        found = done.stdout.split(": ", 1)[-1]
        if not found.startswith(wanted):
            failed += 1
            print(f"{name}: expected '{wanted}', found '{found.strip()}' {done.stderr}")
    print(f"{len(names) - failed} passed, {failed} failed")
    return 1 if failed or not names else 0


if __name__ == "__main__":
    sys.exit(main())
