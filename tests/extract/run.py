#!/usr/bin/env python3
"""P programs turned into IceT are what they should be.

usage: run.py EXTRACTED SYNOD FOLDER EXAMPLES [--bless]

For each program of EXAMPLES and of FOLDER/accept:
  - its IceT is the text in FOLDER/expected (--bless writes that anew: read the difference);
  - for each run of each test, an explorer of IceT programs finds a fault exactly if `synod check`
    finds one in the P program.  `// weaker: NAME` says that IceT, whose network keeps less order,
    has a fault in that test where P has none.

In EXAMPLES, no program has a warning, and above each test stands what `synod check` finds (`// expect:`,
see ../examples.py) and above that what the prover says: `// sequential: holds`, or the kind of what
is in the way, and perhaps `@LINE`.  Their page shows what the commands on it print.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
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
    print("\n".join(problems))
    print(f"{len(paths)} programs, {len(problems)} problems")
    return 1 if problems or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
