#!/usr/bin/env python3
"""Runs icet-agree on all programs of some folders: a program that holds must be right in all small instances, and end
as its sequential program does.

usage: examples.py ICET-AGREE FOLDER... [--OPTION...]
"""
import glob
import os
import subprocess
import sys


def programs(folder):
    return sorted(glob.glob(os.path.join(folder, "**", "*.icet"), recursive=True))


def main():
    options = [arg for arg in sys.argv[2:] if arg.startswith("-")]
    folders = [arg for arg in sys.argv[2:] if not arg.startswith("-")]
    paths = [path for folder in folders for path in programs(folder)]
    if not paths:
        sys.exit("no programs")
    run = subprocess.run([sys.argv[1], *options, *paths], stdout=subprocess.PIPE, text=True, check=False)
    if run.returncode != 0:
        print(run.stdout)
    print(f"{len(paths)} programs")
    sys.exit(run.returncode)


if __name__ == "__main__":
    main()
