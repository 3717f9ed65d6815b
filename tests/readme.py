#!/usr/bin/env python3
"""The README's first model prints what the README says it prints.

usage: readme.py SYNOD README
"""
import os
import re
import subprocess
import sys
import tempfile


def run(synod, model):
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "tickets.p"), "w") as f:
            f.write(model)
        done = subprocess.run([synod, "check", "tickets.p"], cwd=folder, capture_output=True, text=True)
    return re.sub(r"\d+\.\d+ s", "TIME", done.stdout + done.stderr)


def main():
    synod = os.path.abspath(sys.argv[1])
    with open(sys.argv[2]) as f:
        model, violated, holds = re.findall(r"```\n(.*?)```", f.read(), re.S)
    mended = model.replace("eTicket, next;", "eTicket, next; next = next + 1;")
    violated, holds = (re.sub(r"\d+\.\d+ s", "TIME", x) for x in (violated, holds))
    failed = 0
    for text, wanted in [(model, violated), (mended, holds)]:
        found = run(synod, text)
        if found != wanted:
            failed += 1
            print(f"README says:\n{wanted}\nbut the command prints:\n{found}")
    print(f"{2 - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
