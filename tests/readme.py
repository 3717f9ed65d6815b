#!/usr/bin/env python3
"""The README, the guide and some other pages (PAGES) show what the commands print.

usage: readme.py SYNOD ROOT [PAGE...]        instead of these, the pages

The README's first model prints what the README says it prints, before and after it is mended.
In all pages, what follows `$ build/synod ...` in a block is what that prints (examples.py says how
closely); a block of lines with - and + is a change to a file of the examples or of the page, which those
after it see; a block that begins with `// NAME` is a file of that name.  `$ cc ...` and what it makes
find the library as if it were installed.
"""
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from examples import differs, find, printed

BLOCK = re.compile(r"^```c?\n(.*?)^```", re.S | re.M)
PAGES = "README.md", "docs/guide.md", "docs/checking.md", "docs/reductions.md", "docs/sequential.md", "docs/sets.md", "docs/values.md", \
    "docs/abstraction.md"


def run_model(synod, model):
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "tickets.p"), "w") as f:
            f.write(model)
        done = subprocess.run([synod, "check", "tickets.p"], cwd=folder, capture_output=True, text=True)
    return without_time(done.stdout + done.stderr)


def without_time(text):
    return re.sub(r"\d+\.\d+ s", "TIME", text)


def check_first_model(synod, text):
    model, violated, holds = [b for b in BLOCK.findall(text) if b[0] not in "$-"][:3]
    mended = model.replace("eTicket, next;", "eTicket, next; next = next + 1;")
    for model, wanted in [(model, violated), (mended, holds)]:
        found = run_model(synod, model)
        if found != without_time(wanted):
            yield f"README says:\n{wanted}\nbut the command prints:\n{found}"


def change(block, root):
    """Replaces the lines with - by those with + in the one file that has them."""
    old = "".join(line[1:] for line in block.splitlines(True) if line[0] == "-")
    new = "".join(line[1:] for line in block.splitlines(True) if line[0] == "+")
    changed = 0
    models = [path for path in find(root, ".c") + find(root, ".icet") if os.path.dirname(path) == root]
    for path in find(root, ".p") + models:
        with open(path) as f:
            text = f.read()
        if old in text:
            changed += 1
            with open(path, "w") as f:
                f.write(text.replace(old, new))
    return None if changed == 1 else f"{changed} files have these lines:\n{old}"


def run_command(synod, command, root):
    """None: it is none of those that a page may show."""
    build = os.path.dirname(synod)
    args = shlex.split(command)
    if args[0] == "build/synod":
        return subprocess.run([synod] + args[1:], cwd=root, capture_output=True, text=True, timeout=100)
    if args[0] != "cc" and not args[0].startswith("./"):
        return None
    env = dict(os.environ, PKG_CONFIG_PATH=os.path.join(build, "meson-uninstalled"), LD_LIBRARY_PATH=build)
    return subprocess.run(command, shell=True, cwd=root, env=env, capture_output=True, text=True, timeout=100)


def check_block(synod, block, root):
    for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
        command, *told = part.rstrip("\n").split("\n")
        done = run_command(synod, command, root)
        if done is None:
            yield f"'{command}' is not tested"
            continue
        line = differs(told, printed(done))
        if line is not None:
            yield f"'{command}' does not print: {line}\nbut:\n{done.stdout}{done.stderr}"


def check_page(synod, repository, name):
    with open(os.path.join(repository, name)) as f:
        text = f.read()
    with tempfile.TemporaryDirectory() as root:
        shutil.copytree(os.path.join(repository, "examples"), os.path.join(root, "examples"))
        os.symlink(os.path.abspath(os.path.join(repository, "bench")), os.path.join(root, "bench"))
        count = 0
        for block in BLOCK.findall(text):
            if block[0] == "$":
                count += 1
                yield from check_block(synod, block, root)
            elif block.startswith("// "):
                with open(os.path.join(root, block.split()[1]), "w") as f:
                    f.write(block)
            elif block[0] == "-":
                problem = change(block, root)
                if problem:
                    yield problem
        if count == 0:
            yield "no command is shown"
    for image in re.findall(r"\]\(([^)]*\.(?:png|svg))\)", text):
        if not os.path.exists(os.path.join(repository, os.path.dirname(name), image)):
            yield f"there is no {image}"


def main():
    synod, repository = os.path.abspath(sys.argv[1]), sys.argv[2]
    pages, problems = sys.argv[3:] or PAGES, []
    if "README.md" in pages:
        with open(os.path.join(repository, "README.md")) as f:
            problems += check_first_model(synod, f.read())
    for name in pages:
        problems += [f"{name}: {problem}" for problem in check_page(synod, repository, name)]
    for problem in problems:
        print(problem)
    print(f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
