#!/usr/bin/env python3
"""The programs in IceT get the verdicts that they claim.

usage: icet_examples.py SYNOD ROOT [WORD...]

Programs of examples/icet hold, for any number of processes.  Those of examples/icet/faulty and of
tests/icet/holes say what must come out:

    // expect: holds
    // expect: deadlock line 12
    // expect: race line 9 or 12 or assert line 10     any of them is right
    // instances: right                                the method is at fault, not the program

A claim is true if it is what stands in the way of a proof, or what goes wrong in the instance that is shown.
With WORDs, only the files whose name contains one of them.
"""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

KINDS = {"race", "unreceived", "crowd", "stateful", "deadlock", "nobody", "assert", "empty"}
INSTANCES_ARE_RIGHT = "// instances: right\n"
EXPECT = re.compile(r"^// expect: (.*)$", re.M)
FEWEST_VARIANTS = 3
SECONDS = 100  # for one file, in any case; a proof takes milliseconds, an instance a second, under a sanitizer several
BOUND = 2  # members of a set
OK, VIOLATED, BAD_INPUT, UNKNOWN = 0, 1, 2, 3


class Failure(Exception):
    pass


def parse_claim(text):
    """The set of (kind, line) of which one must come out; ("holds", None) for a proof."""
    claims, kind = set(), None
    for part in text.split(" or "):
        if part == "holds":
            claims.add((part, None))
            continue
        *words, line = part.split()
        if words:
            kind, word = words
            if word != "line" or kind not in KINDS:
                raise Failure(f"'{part}' is not a claim")
        claims.add((kind, int(line)))
    return claims


def read_claim(path):
    with open(path) as f:
        found = EXPECT.findall(f.read())
    if len(found) != 1:
        raise Failure(f"{len(found)} lines with '// expect:'")
    return parse_claim(found[0])


def run(command, seconds=SECONDS):
    return subprocess.run(command, capture_output=True, text=True, timeout=seconds)


FAULTS = {"deadlock": "deadlock", "unread": "unreceived", "assertion": "assert", "nobody": "nobody"}


def verdict(synod, path, folder):
    """What was found, as a set of (kind, line): what is in the way of a proof, and what goes wrong in a
    small instance; and what was printed."""
    report = os.path.join(folder, "result.json")
    if os.path.exists(report):
        os.remove(report)
    done = run([synod, "check", f"--bound={BOUND}", f"--instance-time={SECONDS // 2}", f"--json={report}", path])
    text = done.stdout + done.stderr
    if done.returncode == BAD_INPUT:
        raise Failure(f"not a model:\n{text}")
    with open(report) as f:
        result = json.load(f)["results"][0]
    kind, fault = result["proof"]["kind"], result.get("violation")
    with open(path) as f:
        is_right = INSTANCES_ARE_RIGHT in f.read()
    expected = OK if kind == "holds" else UNKNOWN if is_right else VIOLATED
    if done.returncode != expected:
        raise Failure(f"exit code {done.returncode} instead of {expected}:\n{text}")
    got = {(kind, None if kind == "holds" else result["proof"]["line"])}
    if fault is not None:
        got.add((FAULTS[fault["kind"]], fault["line"]))
    return got, text


def check(synod, path, claims, folder):
    got, text = verdict(synod, path, folder)
    if not got & claims:
        raise Failure(f"got {sorted(got, key=str)}\n{text}")
    with open(path) as f:
        has_sets = re.search(r"^index\b|\bproc\s+\w+\s*\[", f.read(), re.M)
    if ("holds", None) in got and has_sets and "holds for any number of processes" not in text:
        raise Failure(f"does not say that it holds for any number of processes:\n{text}")


def cases(root):
    """(path, claims or None)."""
    programs = os.path.join(root, "examples", "icet")
    for path in sorted(glob.glob(os.path.join(programs, "*.icet"))):
        yield path, {("holds", None)}
    for folder in (os.path.join(programs, "faulty"), os.path.join(root, "tests", "icet", "holes")):
        for path in sorted(glob.glob(os.path.join(folder, "*.icet"))):
            yield path, None


def check_variants(root):
    """Each program has faulty variants, and each of those is refused for a reason."""
    programs = os.path.join(root, "examples", "icet")
    for path in sorted(glob.glob(os.path.join(programs, "*.icet"))):
        name = os.path.basename(path)[:-len(".icet")]
        variants = glob.glob(os.path.join(programs, "faulty", f"{name}-*.icet"))
        if len(variants) < FEWEST_VARIANTS:
            yield f"{name}: {len(variants)} faulty variants"
    for path in sorted(glob.glob(os.path.join(programs, "faulty", "*.icet"))):
        if ("holds", None) in read_claim(path):
            yield f"{os.path.basename(path)}: faulty, and holds?"


def check_folder(synod, root, folder):
    """The folder as a whole is an input, too: none of its models stops the others."""
    report = os.path.join(folder, "all.json")
    programs = os.path.join(root, "examples", "icet")
    done = run([synod, "check", "-q", f"--bound={BOUND}", f"--json={report}", programs], 3 * SECONDS)
    if done.returncode != VIOLATED:
        yield f"examples/icet: exit code {done.returncode} instead of {VIOLATED}:\n{done.stderr}"
        return
    with open(report) as f:
        names = {result["test"] for result in json.load(f)["results"]}
    files = set(glob.glob(os.path.join(programs, "**", "*.icet"), recursive=True))
    if names != files:
        yield f"examples/icet: {len(names)} models instead of {len(files)}"


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    synod, root, *words = sys.argv[1:]
    wrong, count = list(check_variants(root)), 0
    with tempfile.TemporaryDirectory() as folder:
        for path, claims in cases(root):
            name = os.path.relpath(path, root)
            if words and not any(word in name for word in words):
                continue
            count += 1
            try:
                check(synod, path, claims or read_claim(path), folder)
            except (Failure, subprocess.TimeoutExpired) as e:
                with open(path) as f:
                    said = EXPECT.search(f.read())
                wrong.append(f"{name}: expected {said[1] if said else 'holds'}; {e}")
        if not words:
            wrong += check_folder(synod, root, folder)
    for text in wrong:
        print(text)
    print(f"{count} programs, {len(wrong)} wrong")
    return 1 if wrong or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
