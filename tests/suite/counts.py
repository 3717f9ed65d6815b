#!/usr/bin/env python3
"""Golden counts: `// states: N` and `// transitions: N` of the programs that hold.

usage: counts.py NAIVE FOLDER [-k TEXT] [--write]

A count in a program is not the engine's: the reference is the naive explorer with -c, which explores at the
granularity of src/core/system.h and shares no code with the core or the engines (tests/cross/naive_coarse.h).  This
script compares the counts with the reference; verdicts.py compares the engine with the counts.

--write adds the counts that the reference yields and the program does not state yet.  It never changes a count.
What the reference does not support (networks other than mbox, crashes, null and quorum handlers) is counted by hand.
"""
import argparse
import concurrent.futures
import os
import re
import subprocess
import sys

import verdicts

LINE = re.compile(r"^(\S+): holds, (\d+) states, (\d+) transitions")
WORDS = ("states", "transitions")
SECONDS = 5  # for one program; one that takes longer has its count by hand
AT_LEAST = 200


def naive_flags(flags):
    """The same configuration for the naive explorer; None: it cannot count in it."""
    result = []
    for flag in flags:
        if flag == "--strict-quiescence":
            result.append("-q")
        elif flag.startswith("--faults=") and "crash" not in flag:
            result += ["-f", flag.removeprefix("--faults=")]
        else:
            return None
    return result


def count(naive, path, flags):
    """By test: the numbers of the reference."""
    own = naive_flags(flags)
    if own is None:
        return {}
    try:
        done = subprocess.run([naive, "-c", "-t", str(SECONDS), *own, path], capture_output=True, text=True,
                              timeout=2 * SECONDS)
    except subprocess.TimeoutExpired:
        return {}
    found = [LINE.match(line) for line in done.stdout.splitlines()]
    return {f.group(1): dict(zip(WORDS, f.groups()[1:])) for f in found if f}


def problems_of(flags, wanted, counts):
    """What the program and the reference disagree on, and how many numbers were compared."""
    problems, compared = [], 0
    for test, one in wanted.items():
        own = counts.get(test) or (list(counts.values())[0] if test is None and len(counts) == 1 else None)
        for word in WORDS:
            if own and word in one:
                compared += 1
                if own[word] != one[word]:
                    problems.append(f"{' '.join(flags)} {test or ''}: {one[word]} {word}, the reference has {own[word]}")
    return problems, compared


def check(naive, path):
    problems, compared = [], 0
    for flags, wanted in verdicts.read_expectations(path):
        if any(word in one for one in wanted.values() for word in WORDS):
            found, number = problems_of(flags, wanted, count(naive, path, flags))
            problems += found
            compared += number
    return problems, compared


def move_lines(lines, down):
    """The code moves down, and so do the lines of violations that the header names."""
    def moved(found):
        return f"{found.group(1)}{int(found.group(2)) + down}"
    return [re.sub(r"^(// verdict.*: violated: \S+ @)(\d+)", moved, line) for line in lines]


def write(naive, path):
    """Below each verdict `holds`, the counts that are not there."""
    with open(path, encoding="utf-8") as f:
        lines = f.read().splitlines(keepends=True)
    runs = verdicts.read_expectations(path)
    if not any(one.get("verdict") == "holds" for _, wanted in runs for one in wanted.values()):
        return
    counts = [count(naive, path, flags) for flags, _ in runs]
    output, run, seen = [], 0, False
    for line in lines:
        output.append(line)
        found = verdicts.LINE.match(line) if line.startswith("//") else None
        if not found:
            continue
        word, test, text = found.groups()
        if word == "run":
            run += seen
            seen = True
        elif word == "verdict":
            seen = True
            own = counts[run]
            own = own.get(test) or (list(own.values())[0] if test is None and len(own) == 1 else None)
            for what in WORDS if own and text == "holds" else ():
                if what not in runs[run][1][test]:
                    output.append(f"// {what}{' ' + test if test else ''}: {own[what]}\n")
    if output != lines:
        output = move_lines(output, len(output) - len(lines))
        with open(path, "w", encoding="utf-8") as f:
            f.writelines(output)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("naive")
    parser.add_argument("folder")
    parser.add_argument("-k", default="")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    naive = os.path.abspath(options.naive)
    paths = sorted(os.path.join(folder, name) for folder, _, names in os.walk(options.folder)
                   for name in names if name.endswith(".p") and options.k in os.path.join(folder, name))
    failed = programs = compared = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        if options.write:
            list(pool.map(lambda p: write(naive, p), paths))
        for path, (problems, number) in zip(paths, pool.map(lambda p: check(naive, p), paths)):
            programs += number > 0
            compared += number
            failed += bool(problems)
            for problem in problems:
                print(f"{os.path.relpath(path, options.folder)}: {problem}")
    print(f"{compared} counts in {programs} programs compared with the reference, {failed} programs differ")
    return 1 if failed or (programs < AT_LEAST and not options.k) else 0


if __name__ == "__main__":
    sys.exit(main())
