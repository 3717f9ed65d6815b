#!/usr/bin/env python3
"""The programs in IceT get the verdicts that they claim.

usage: icet_examples.py SYNOD ROOT [--instances] [WORD...]

Programs of examples/icet hold, for any number of processes.  Those of examples/icet/faulty and of
tests/icet/holes say what must come out:

    // expect: holds
    // expect: deadlock line 12
    // expect: race line 9 or 12 or assert line 10     any of them is right
    // expect: error line 7                            not a program: the front end refuses it
    // instances: right                                the method is at fault, not the program

With --instances, small instances of those that are refused are explored, too: one of them goes wrong, or, if it
is the method that is at fault, none.
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
ERROR = re.compile(r"^[^\n]*?:(\d+):\d+: error:", re.M)
FEWEST_VARIANTS = 3
SECONDS = 10  # for one file; a proof takes milliseconds
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
            if word != "line" or kind not in KINDS | {"error"}:
                raise Failure(f"'{part}' is not a claim")
        claims.add((kind, int(line)))
    return claims


def read_claim(path):
    with open(path) as f:
        found = EXPECT.findall(f.read())
    if len(found) != 1:
        raise Failure(f"{len(found)} lines with '// expect:'")
    return parse_claim(found[0])


def run(command):
    return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)


def verdict(synod, path, folder):
    """(kind, line), and what was printed."""
    report = os.path.join(folder, "result.json")
    if os.path.exists(report):
        os.remove(report)
    done = run([synod, "check", "--instance-time=0", f"--json={report}", path])
    text = done.stdout + done.stderr
    if done.returncode == BAD_INPUT:
        found = ERROR.search(text)
        if found is None:
            raise Failure(f"exit code {BAD_INPUT} without an error:\n{text}")
        return ("error", int(found[1])), text
    if done.returncode not in (OK, VIOLATED, UNKNOWN):
        raise Failure(f"exit code {done.returncode}:\n{text}")
    with open(report) as f:
        proof = json.load(f)["results"][0]["proof"]
    kind = proof["kind"]
    if (kind == "holds") != (done.returncode == OK):
        raise Failure(f"exit code {done.returncode}, but the result says '{kind}'")
    return (kind, None if kind == "holds" else proof["line"]), text


def check(synod, path, claims, folder):
    """What came out."""
    got, text = verdict(synod, path, folder)
    if got not in claims:
        raise Failure(f"got {got[0]} line {got[1]}\n{text}")
    with open(path) as f:
        has_sets = re.search(r"^index\b|\bproc\s+\w+\s*\[", f.read(), re.M)
    if got[0] == "holds" and has_sets and "holds for any number of processes" not in text:
        raise Failure(f"does not say that it holds for any number of processes:\n{text}")
    return got[0]


def check_instances(synod, path):
    with open(path) as f:
        expected = UNKNOWN if INSTANCES_ARE_RIGHT in f.read() else VIOLATED
    done = run([synod, "check", f"--bound={BOUND}", f"--instance-time={SECONDS // 2}", path])
    if done.returncode != expected:
        raise Failure(f"with instances, exit code {done.returncode} instead of {expected}:\n{done.stdout}{done.stderr}")


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


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    words = [word for word in sys.argv[3:] if word != "--instances"]
    synod, root, has_instances = sys.argv[1], sys.argv[2], "--instances" in sys.argv[3:]
    wrong, count = list(check_variants(root)), 0
    with tempfile.TemporaryDirectory() as folder:
        for path, claims in cases(root):
            name = os.path.relpath(path, root)
            if words and not any(word in name for word in words):
                continue
            count += 1
            try:
                kind = check(synod, path, claims or read_claim(path), folder)
                if has_instances and kind not in ("holds", "error"):
                    check_instances(synod, path)
            except (Failure, subprocess.TimeoutExpired) as e:
                with open(path) as f:
                    said = EXPECT.search(f.read())
                wrong.append(f"{name}: expected {said[1] if said else 'holds'}; {e}")
    for text in wrong:
        print(text)
    print(f"{count} programs, {len(wrong)} wrong")
    return 1 if wrong or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
