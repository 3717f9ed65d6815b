#!/usr/bin/env python3
"""Runs synod-mpl on the known programs, with all schedules, and on bad input.

usage: run.py SYNOD_MPL TABLE [MOST]

Programs with MOST executions or more are skipped.
"""
import os
import re
import subprocess
import sys
import tempfile

TOOL, TABLE = sys.argv[1:3]
MOST = int(sys.argv[3]) if len(sys.argv) > 3 else 0

failures = []


def run(*args):
    done = subprocess.run([TOOL, *args], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def expect(what, is_so, told=""):
    if not is_so:
        failures.append(f"{what}\n{told}")


def run_table(below, *args):
    """All rows but those that are left out are as known."""
    below = min(below, MOST) if below and MOST else below or MOST
    code, out, err = run("--check", f"--below={below}", *args, TABLE)
    expect(f"{args}: exit 0, not {code}", code == 0, out + err)
    told = re.search(r"(\d+) as known, 0 differ, 0 unknown, (\d+) left out, 0 in words", out)
    expect(f"{args}: a summary", told, out)
    rows = sum(1 for line in open(TABLE) if line.strip() and line[0] != "#")
    expect(f"{args}: {rows} rows", told and int(told[1]) + int(told[2]) == rows and int(told[1]) > 200, out)


def with_file(text, *args):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "table.tsv")
        with open(path, "w") as f:
            f.write(text)
        code, out, err = run(*args, path)
        return code, out, err.replace(path, "FILE")


def check_schedules():
    run_table(0)
    run_table(2000, "--schedule=left-to-right")
    run_table(500, "--schedule=random", "--seeds=20" if not MOST else "--seeds=3")
    run_table(200, "--jobs=2")


def check_output():
    text = "a\tp2p\tr|s0:1\t1\t0\tno\nb c\tasyn\tn e=1|s0:1\nwords\tp2p\tmain sends\n"
    code, out, err = with_file(text)
    expect("what it tells", out == "a\tp2p\t1\t0\tno\nb c\tasyn\t1\t1\tyes\n" and code == 0, out + err)
    expect("rows in words", err == "1 rows in words were skipped\n", err)
    code, out, err = with_file(text, "--time")
    expect("seconds", re.match(r"a\tp2p\t1\t0\tno\t\d+\.\d{3}\n", out), out)
    code, out, err = with_file("a\tp2p\tr|s0:1\t2\t1\tyes\n", "--check")
    expect("a difference", code == 1 and
           "differs: a\tp2p\tseed 0: 1\t0\tno, not 2\t1\tyes\n0 as known, 1 differ," in out, out)


def check_mistakes():
    for text, message in [
            ("a\tp2p\tr x", "FILE:1:9: an operation is missing"),
            ("# comment\n\na\tp2p\tr|s2:1", "FILE:3:10: there is no such thread"),
            ("a\ttcp\tr", "FILE:1:3: asyn, p2p, cd or mbox is missing"),
            ("a\tp2p", "FILE:1: a name, models and a program are needed, with tabs"),
            ("a\tp2p\tr\tx", "FILE:1: the fourth column must be a number of executions"),
            ("a\tp2p\tr\t1\tx", "FILE:1: the fifth column must be a number of blocked ones"),
            ("a\tp2p\tr\t1\t0\tx", "FILE:1: the sixth column must be yes or no"),
            ("a\0b", "FILE:1: this is no text")]:
        code, out, err = with_file(text)
        expect(message, code == 2 and err.strip() == message and out == "", f"{code}: {err}")
    code, out, err = run("/nowhere/at/all.tsv")
    expect("a file that is not there", code == 2 and err == "/nowhere/at/all.tsv: No such file or directory\n", err)
    for args, message in [([], "no file is given"), (["--sceed=1", TABLE], "--sceed=1 is no option"),
                          (["--schedule=right-to-left", TABLE], "--schedule=right-to-left is no option"),
                          (["--seeds=0", TABLE], "--seeds=0 is no option"),
                          (["--jobs=many", TABLE], "--jobs=many is no option")]:
        code, out, err = run(*args)
        expect(message, code == 2 and err.startswith(f"synod-mpl: {message}\nUsage:"), err)
    code, out, err = run("--help")
    expect("--help", code == 0 and out.startswith("Usage: synod-mpl") and err == "", out + err)


check_output()
check_mistakes()
check_schedules()
print("\n".join(failures) or "ok")
sys.exit(1 if failures else 0)
