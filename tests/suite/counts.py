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
SECONDS = 5  # for one program
AT_LEAST = 200
AT_ONCE = 40  # programs
# Counted by hand, since the reference has no room, for it writes large values out, or does not split steps.
BY_HAND = {"calls-for-ever.p", "five-thousand-in-a-map.p", "shared-parts-compare-fast.p", "string-built-bit-by-bit.p"}


def naive_flags(flags):
    """The same configuration for the naive explorer; None: it cannot count in it."""
    result = []
    for flag in flags:
        if flag == "--strict-quiescence":
            result.append("-q")
        elif flag == "--choices=unfair":
            result.append("-u")
        elif flag.startswith("--narrow="):
            result += ["-N", flag.removeprefix("--narrow=")]
        elif flag.startswith("--faults=") and "crash" not in flag:
            result += ["-f", flag.removeprefix("--faults=")]
        else:
            return None
    return result


def read_counts(text):
    """By path: by test: the numbers of the reference."""
    counts, path = {}, None
    for line in text.splitlines():
        found = LINE.match(line)
        if line.startswith("## "):
            path = line[3:]
        elif found:
            counts.setdefault(path, {})[found.group(1)] = dict(zip(WORDS, found.groups()[1:]))
    return counts


def count(naive, paths, flags):
    """What the reference says of programs in one configuration."""
    own = naive_flags(flags)
    paths = [path for path in paths if os.path.basename(path) not in BY_HAND]
    if own is None or not paths:
        return {}
    done = subprocess.run([naive, "-c", "-b", "-t", str(SECONDS), *own, *paths], capture_output=True, text=True)
    return read_counts(done.stdout)


def has_word(wanted):
    return any(word in one for one in wanted.values() for word in WORDS)


def count_all(naive, paths, writes):
    """By path: its runs, each with its flags, what the program states and what the reference says."""
    runs = {path: verdicts.read_expectations(path) for path in paths}
    shares = {}
    for path in paths:
        for flags, wanted in runs[path]:
            if has_word(wanted) or (writes and any(one.get("verdict") == "holds" for one in wanted.values())):
                shares.setdefault(tuple(flags), []).append(path)
    jobs = [(share[i:i + AT_ONCE], flags) for flags, share in shares.items() for i in range(0, len(share), AT_ONCE)]
    counts = {}
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for (_, flags), found in zip(jobs, pool.map(lambda job: count(naive, *job), jobs)):
            counts.update({(path, flags): numbers for path, numbers in found.items()})
    return {path: [(flags, wanted, counts.get((path, tuple(flags)), {})) for flags, wanted in runs[path]] for path in paths}


def counts_of(test, counts):
    """Of a test; None is the only one."""
    return counts.get(test) or (list(counts.values())[0] if test is None and len(counts) == 1 else None)


def problems_of(flags, wanted, counts):
    """What the program and the reference disagree on, and how many numbers were compared."""
    problems, compared = [], 0
    for test, one in wanted.items():
        own = counts_of(test, counts)
        for word in WORDS:
            if own and word in one:
                compared += 1
                if own[word] != one[word]:
                    problems.append(f"{' '.join(flags)} {test or ''}: {one[word]} {word}, the reference has {own[word]}")
    return problems, compared


def check(runs):
    problems, compared = [], 0
    for flags, wanted, counts in runs:
        found, number = problems_of(flags, wanted, counts)
        problems += found
        compared += number
    return problems, compared


def move_lines(lines, down):
    """The code moves down, and so do the lines of violations that the header names."""
    def moved(found):
        return f"{found.group(1)}{int(found.group(2)) + down}"
    return [re.sub(r"^(// verdict.*: violated: \S+ @)(\d+)", moved, line) for line in lines]


def write(path, runs):
    """Below each verdict `holds`, the counts that are not there."""
    with open(path, encoding="utf-8") as f:
        lines = f.read().splitlines(keepends=True)
    output, run, seen = [], 0, False
    for line in lines:
        output.append(line)
        found = verdicts.LINE.match(line) if line.startswith("//") else None
        word, test, text = found.groups() if found else (None, None, None)
        if word == "run":
            run += seen
            seen = True
        elif word == "verdict":
            seen = True
            _, wanted, counts = runs[run]
            own = counts_of(test, counts)
            for what in WORDS if own and text == "holds" else ():
                if what not in wanted[test]:
                    output.append(f"// {what}{' ' + test if test else ''}: {own[what]}\n")
    if output != lines:
        with open(path, "w", encoding="utf-8") as f:
            f.writelines(move_lines(output, len(output) - len(lines)))


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
    if options.write:
        for path, runs in count_all(naive, paths, True).items():
            write(path, runs)
    failed = programs = compared = 0
    for path, runs in count_all(naive, paths, False).items():
        problems, number = check(runs)
        programs += number > 0
        compared += number
        failed += bool(problems)
        for problem in problems:
            print(f"{os.path.relpath(path, options.folder)}: {problem}")
    print(f"{compared} counts in {programs} programs compared with the reference, {failed} programs differ")
    return 1 if failed or (programs < AT_LEAST and not options.k) else 0


if __name__ == "__main__":
    sys.exit(main())
