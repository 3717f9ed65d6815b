#!/usr/bin/env python3
"""Checks the IceT programs that Synod extracts from P programs.

usage: run.py EXTRACTED SYNOD FOLDER EXAMPLES [--bless] [--random COUNT [SEED]]

For each program of EXAMPLES and of FOLDER/accept:
  - its IceT is the text in FOLDER/expected (--bless rewrites that: read the difference);
  - for each run of each test, an explorer of IceT programs finds a fault if and only if `synod check`
    finds one in the P program.  `// weaker: NAME` means that IceT, whose network keeps less order,
    has a fault in that test and P has none.

No program of EXAMPLES has a warning.  Above each of its tests stands the verdict of `synod check` (`// expect:`,
see ../examples.py), and above that the answer of the prover: `// sequential: holds`, or the kind of the
obstacle, perhaps with `@LINE`.  The page of EXAMPLES shows what its commands print.

For COUNT random programs (generate.py): a run that fails in P fails in IceT, and what is proved holds.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from generate import generate
from examples import EXPECT, TEST, check_blocks, judge


def output_of(args):
    return subprocess.run(args, capture_output=True, text=True, timeout=100, check=True).stdout


def programs(folder):
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith(".p")]


def check_text(extracted, path, expected, bless):
    text = output_of([extracted, path])
    if bless:
        with open(expected, "w") as f:
            f.write(text)
    with open(expected) as f:
        if f.read() != text:
            yield f"{path}: its IceT differs from {expected}:\n{text}"


def results_of(synod, path):
    with tempfile.TemporaryDirectory() as temporary:
        results = os.path.join(temporary, "results.json")
        subprocess.run([synod, "check", "--quiet", "--json", results, path], capture_output=True, timeout=100)
        with open(results) as f:
            return json.load(f)["results"]


def check_runs(extracted, path, results):
    with open(path) as f:
        weaker = re.findall(r"^// weaker: (\w+)$", f.read(), re.M)
    in_p = {one["test"]: {"exhausted": True, "violated": False}[one["verdict"]] for one in results}
    lines = output_of([extracted, "--explore", path]).splitlines()
    in_icet = {run: kind == "right" for run, kind in map(str.split, lines)}
    if set(in_p) != set(in_icet):
        yield f"{path}: runs differ: {sorted(in_p)} and {sorted(in_icet)}"
    for run in sorted(set(in_p) & set(in_icet)):
        is_weaker = run.split("___")[0] in weaker
        if in_icet[run] != (in_p[run] and not is_weaker):
            yield f"{path}: {run} is {'right' if in_icet[run] else 'wrong'} in IceT"


def read_claims(path):
    """For each test: what `synod check` finds, and what the prover says."""
    claims = {}
    with open(path) as f:
        text = f.read()
    for test in TEST.finditer(text):
        proof, expect = text[:test.start()].rstrip("\n").split("\n")[-2:]
        expect, proof = EXPECT.match(expect), re.match(r"// sequential: (\w+)(?: @(\d+))?$", proof)
        claims[test.group(1)] = (expect and expect.group(1), proof and proof.groups())
    return claims


def check_claims(extracted, synod, path, results):
    claims = read_claims(path)
    done = subprocess.run([synod, "compile", "--warnings=error", path], capture_output=True, text=True)
    if done.returncode != 0:
        yield f"{path}: {done.stderr}"
    for result in results:
        problem = judge(claims[result["test"].split("___")[0]][0], result, False)
        if problem:
            yield f"{path}: {result['test']} {problem}"
    for line in output_of([extracted, "--prove", path]).splitlines():
        test, kind, at, why = line.split(" ", 3)
        wanted = claims[test][1]
        if wanted is None or wanted[0] != kind or wanted[1] not in (None, at):
            yield f"{path}: {test} claims {wanted}, the prover says '{kind} @{at}': {why}"


def check_random(extracted, synod, seed):
    with tempfile.TemporaryDirectory() as temporary:
        path = os.path.join(temporary, f"random{seed}.p")
        with open(path, "w") as f:
            f.write(generate(seed))
        is_violated = {one["test"]: one["verdict"] == "violated" for one in results_of(synod, path)}
        for line in output_of([extracted, "--explore", path]).splitlines():
            run, kind = line.split(" ", 1)
            if kind == "right" and is_violated[run]:
                yield f"generate.py {seed}: {run} is right in IceT, and violated in P"
        proved = output_of([extracted, "--prove", path]).split()[1]
        if proved == "holds" and any(is_violated.values()):
            yield f"generate.py {seed}: proved, and violated in P"
        if "read again" in output_of([extracted, path]):
            yield f"generate.py {seed}: its IceT cannot be read again"


def random_seeds():
    if "--random" not in sys.argv:
        return range(0)
    count, *seed = map(int, sys.argv[sys.argv.index("--random") + 1:])
    first = seed[0] if seed else 1
    return range(first, first + count)


def main():
    extracted, synod, folder, examples = map(os.path.abspath, sys.argv[1:5])
    bless = "--bless" in sys.argv
    problems = []
    paths = programs(examples) + programs(os.path.join(folder, "accept"))
    for path in paths:
        name = os.path.basename(path)[:-2] + ".icet"
        results = results_of(synod, path)
        problems += check_text(extracted, path, os.path.join(folder, "expected", name), bless)
        problems += check_runs(extracted, path, results)
        if path.startswith(examples):
            problems += check_claims(extracted, synod, path, results)
    problems += check_blocks(synod, os.path.join(examples, "..", ".."), os.path.join(examples, "README.md"))
    for seed in random_seeds():
        problems += check_random(extracted, synod, seed)
    print("\n".join(problems))
    print(f"{len(paths)} programs, {len(problems)} problems")
    return 1 if problems or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
