#!/usr/bin/env python3
"""P programs turned into IceT are what they should be.

usage: run.py EXTRACTED SYNOD FOLDER EXAMPLES [--bless]

For each program of EXAMPLES and of FOLDER/accept:
  - its IceT is the text in FOLDER/expected (--bless writes that anew: read the difference);
  - for each run of each test, an explorer of IceT programs finds a fault exactly if `synod check`
    finds one in the P program.  `// weaker: NAME` says that IceT, whose network keeps less order,
    has a fault in that test where P has none.

In EXAMPLES, above each test stands what the prover says of it: `// sequential: holds`, or the kind
of what is in the way, and perhaps `@LINE`.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

TEST = re.compile(r"^test\b[^\[]*?(?:\bparam\b.*?)?(\w+)[ \t\n]*\[[ \t]*main\b", re.S | re.M)


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


def verdicts_of(synod, path):
    """True: the run holds."""
    with tempfile.TemporaryDirectory() as temporary:
        results = os.path.join(temporary, "results.json")
        subprocess.run([synod, "check", "--quiet", "--json", results, path], capture_output=True, timeout=100)
        with open(results) as f:
            found = json.load(f)["results"]
    return {one["test"]: {"exhausted": True, "violated": False}[one["verdict"]] for one in found}


def check_runs(extracted, synod, path):
    with open(path) as f:
        weaker = re.findall(r"^// weaker: (\w+)$", f.read(), re.M)
    in_p = verdicts_of(synod, path)
    lines = output_of([extracted, "--explore", path]).splitlines()
    in_icet = {run: kind == "right" for run, kind in map(str.split, lines)}
    if set(in_p) != set(in_icet):
        yield f"{path}: runs differ: {sorted(in_p)} and {sorted(in_icet)}"
    for run in sorted(set(in_p) & set(in_icet)):
        is_weaker = run.split("___")[0] in weaker
        if in_icet[run] != (in_p[run] and not is_weaker):
            yield f"{path}: {run} is {'right' if in_icet[run] else 'wrong'} in IceT"


def check_proofs(extracted, path):
    claims = {}
    with open(path) as f:
        text = f.read()
    for test in TEST.finditer(text):
        above = text[:test.start()].split("\n")[-3:]
        claims[test.group(1)] = [found.group(1) for found in map(re.compile(r"// sequential: (.*)").match, above) if found]
    for line in output_of([extracted, "--prove", path]).splitlines():
        test, kind, at, why = line.split(" ", 3)
        wanted = (claims.get(test) or ["nothing"])[0].split(" @")
        if wanted[0] != kind or (len(wanted) > 1 and wanted[1] != at):
            yield f"{path}: {test} claims '{' @'.join(wanted)}', the prover says '{kind} @{at}': {why}"


def main():
    extracted, synod, folder, examples = sys.argv[1:5]
    bless = "--bless" in sys.argv
    problems = []
    paths = programs(examples) + programs(os.path.join(folder, "accept"))
    for path in paths:
        name = os.path.basename(path)[:-2] + ".icet"
        problems += check_text(extracted, path, os.path.join(folder, "expected", name), bless)
        problems += check_runs(extracted, synod, path)
    for path in programs(examples):
        problems += check_proofs(extracted, path)
    print("\n".join(problems))
    print(f"{len(paths)} programs, {len(problems)} problems")
    return 1 if problems or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
