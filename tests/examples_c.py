#!/usr/bin/env python3
"""The examples in C do what their page says.

usage: examples_c.py SYNOD PROGRAMS ROOT [MOST]

PROGRAMS is the folder with the compiled examples.  In examples/c/README.md a table under
the heading of each file tells of each test, under each model of communication, how many
executions there are or that it is violated, and with which words.  Each number is confirmed
under the usual schedule and under a random one.  MOST, for slow builds, leaves out larger ones;
then also the commands on the page are not run, since they compile.
"""
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from examples import check_blocks

MODELS = ["bag", "p2p", "causal", "mbox"]
RANDOM_MOST = 20000  # executions: more are not explored a second time
SCHEDULES = [(["--schedule=sends-first"], None), (["--schedule=random", "--seed=7"], RANDOM_MOST)]


def read_page(path):
    """What the page claims: {file: {test: ({model: cell}, words)}}."""
    claims, here, columns = {}, None, []
    with open(path) as f:
        for line in f:
            heading = re.match(r"## `?(\w+)\.c`?", line)
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if heading:
                here = claims.setdefault(heading[1], {})
            elif line.startswith("| test "):
                columns = cells
            elif here is not None and line.startswith("| `"):
                row = dict(zip(columns, cells))
                here[cells[0].strip("`")] = ({m: row[m] for m in MODELS if row.get(m, "-") != "-"},
                                             row.get("words", ""))
    return claims


def check(program, model, schedule, tests):
    """Results by test."""
    done = subprocess.run([program, f"--network={model}", "--json=-", "--quiet", "--progress=off", *schedule, *tests],
                          capture_output=True, text=True, timeout=250)
    if done.returncode not in (0, 1):
        return f"exit code {done.returncode}: {done.stderr}"
    return {result["test"]: result for result in json.loads(done.stdout)["results"]}


def judge(cell, words, result):
    """What is wrong with a result; None: nothing."""
    if cell == "violated":
        found = result["verdict"]
        message = result["violation"]["message"] if found == "violated" else ""
        return None if found == cell and words in message else f"is {found}: {message}"
    found = f"{result['executions']:,}"
    if result["blocked"]:
        found += f" + {result['blocked']:,}"
    if result["verdict"] == "exhausted" and found == cell:
        return None
    return f"is {result['verdict']}, {found} executions"


def is_small(cell, most):
    return most is None or cell == "violated" or sum(int(n) for n in re.findall(r"\d+", cell.replace(",", ""))) <= most


def check_file(name, programs, claims, most):
    program = os.path.join(programs, name)
    listed = subprocess.run([program, "--list-tests"], capture_output=True, text=True).stdout.split()
    for test in sorted(set(listed) ^ set(claims)):
        yield f"{name}: {test} is on the page or in the program, not in both"
    for model in MODELS:
        for schedule, limit in SCHEDULES:
            cells = {test: (row[model], words) for test, (row, words) in claims.items()
                     if model in row and is_small(row[model], most) and is_small(row[model], limit)}
            if not cells:
                continue
            results = check(program, model, schedule, cells)
            if isinstance(results, str):
                yield f"{name}, {model}: {results}"
                continue
            for test, (cell, words) in cells.items():
                problem = judge(cell, words, results[test])
                if problem:
                    yield f"{name}, {test}, {model}, {schedule[0]}: expected {cell} {words}; it {problem}"


def main():
    synod, programs, root = map(os.path.abspath, sys.argv[1:4])
    most = int(sys.argv[4]) if len(sys.argv) > 4 else None
    folder = os.path.join("examples", "c")
    os.chdir(root)
    page = os.path.join(folder, "README.md")
    claims = read_page(page)
    files = {name[:-2] for name in os.listdir(folder) if name.endswith(".c")}
    problems = [f"{page}: {name}.c has no table" for name in sorted(files - set(claims))]
    for name in sorted(set(claims)):
        problems += check_file(name, programs, claims[name], most)
    if most is None:
        problems += check_blocks(synod, root, page)
    print("\n".join(problems))
    print(f"{len(claims)} files, {sum(map(len, claims.values()))} tests, {len(problems)} problems")
    return 1 if problems or not claims else 0


if __name__ == "__main__":
    sys.exit(main())
