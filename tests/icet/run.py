#!/usr/bin/env python3
"""Loads models and compares the messages with what each says about itself: those below tests/icet, those of
examples/icet, and those in docs/icet.md.

usage: run.py LOAD ROOT [-k TEXT]

Expectations are written as in tests/suite (run.py there says how), notes as well:

    x = true;  //~ error: expected int      on this line
    //~^ error: ...                         one line up, a line for each ^
    //~ hint: ...                           a hint, wherever it appears
    //~@12 note: ...                        a note, on line 12; line 0: about the file as a whole

Every error must be named, and every named one must appear.  A model that names no error must be accepted;
it is then printed, read again and compared.  Every message that src/icet and src/base/scan.c have must come from some model.
"""
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
import expectations

MESSAGE = re.compile(r"^[^:\n]*(?::(\d+):\d+)?: (error|note): (.*)$", re.M)
BLOCK = re.compile(r"^```icet\n(.*?)^```", re.S | re.M)
# Texts larger than that are not for a test.
UNSAID = {"larger than 4 GB"}


def run_one(load, path):
    expected = expectations.read(path) if os.path.exists(path) else []
    done = subprocess.run([load, path], capture_output=True, timeout=60)
    text = done.stderr.decode("utf-8", "replace")
    said = [(severity, int(line or 0), message) for line, severity, message in MESSAGE.findall(text)]
    problems = expectations.compare(expected, said, {"error"}, text, done.returncode)
    return problems, [message for _, _, message in said] + re.findall(r"= hint: (.*)", text)


def find_models(root):
    found = [os.path.join(folder, name) for folder, _, names in os.walk(os.path.join(root, "tests", "icet"))
             for name in names]
    examples = os.path.join(root, "examples", "icet")  # the faulty ones are for icet_examples.py
    found += [os.path.join(examples, name) for name in os.listdir(examples)]
    return sorted(path for path in found if path.endswith(".icet"))


def models_of_page(page, folder):
    with open(page) as f:
        blocks = BLOCK.findall(f.read())
    for number, block in enumerate(blocks, 1):
        path = os.path.join(folder, f"{os.path.basename(page)}-block-{number}.icet")
        with open(path, "w") as f:
            f.write(block)
        yield path


def texts_of(path):
    """What is said in a source: its strings with a blank in them, those side by side as one."""
    with open(path) as f:
        code = re.sub(r"/\*.*?\*/|//[^\n]*|^#include[^\n]*", "", f.read(), flags=re.S | re.M)
    for found in re.finditer(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*', code):
        text = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', found.group())).replace('\\"', '"')
        if " " in text.strip():
            yield text


def sources_of(root):
    """What reads models; base/scan.c does so for all notations."""
    folder = os.path.join(root, "src", "icet")
    names = [name for name in sorted(os.listdir(folder)) if name.endswith(".c") and not name.startswith("print")]
    return [os.path.join(folder, name) for name in names] + [os.path.join(root, "src", "base", "scan.c")]


def unsaid(sources, said):
    """Messages in the sources that no model brings about."""
    for path in sources:
        for text in texts_of(path):
            pattern = ".*".join(re.escape(part) for part in re.split(r"%(?:\.\*|02)?(?:ll)?[a-z]", text))
            if text not in UNSAID and not any(re.search(pattern, s) for s in said):
                yield f"{os.path.basename(path)}: no model brings about: {text}"


def main():
    load, root = map(os.path.abspath, sys.argv[1:3])
    wanted = sys.argv[4] if sys.argv[3:4] == ["-k"] else None
    failed = 0
    _, said = run_one(load, os.path.join(root, "no-such-file"))
    assert any("cannot read: No such file" in message for message in said), said
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        paths = find_models(root) + list(models_of_page(os.path.join(root, "docs", "icet.md"), folder))
        paths = [p for p in paths if wanted is None or wanted in p]
        for path, (problems, messages) in zip(paths, pool.map(lambda p: run_one(load, p), paths)):
            said += messages
            if problems:
                failed += 1
                print(os.path.relpath(path, root) if path.startswith(root) else os.path.basename(path))
                for problem in problems:
                    print("   ", problem)
    print(f"{len(paths) - failed} passed, {failed} failed")
    missing = list(unsaid(sources_of(root), said)) if wanted is None else []
    for problem in missing:
        print(problem)
    return 1 if failed or missing or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
