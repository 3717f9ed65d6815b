#!/usr/bin/env python3
"""Compares `synod compile --dump-ir` of each NAME.p below a folder with NAME.ir.

usage: run.py SYNOD FOLDER [--bless]

--bless rewrites the .ir files; read the difference before you commit it.
"""
import difflib
import os
import subprocess
import sys


def main():
    synod, root = map(os.path.abspath, sys.argv[1:3])
    bless = "--bless" in sys.argv
    names = sorted(n for n in os.listdir(root) if n.endswith(".p"))
    failed = 0
    for name in names:
        golden = os.path.join(root, name[:-2] + ".ir")
        done = subprocess.run([synod, "compile", "--dump-ir", "--warnings=off", name],
                              cwd=root, capture_output=True, text=True)
        if bless:
            with open(golden, "w") as f:
                f.write(done.stdout)
            continue
        with open(golden) as f:
            wanted = f.read()
        if done.returncode != 0 or done.stdout != wanted:
            failed += 1
            print(f"{name}: exit code {done.returncode} {done.stderr[:500]}")
            sys.stdout.writelines(difflib.unified_diff(
                wanted.splitlines(True), done.stdout.splitlines(True), "expected", "found"))
    print(f"{len(names) - failed} passed, {failed} failed")
    return 1 if failed or not names else 0


if __name__ == "__main__":
    sys.exit(main())
