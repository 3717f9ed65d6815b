#!/usr/bin/env python3
"""Every example compiles without a warning and gets the verdicts that it claims, and its
pages tell the truth.

usage: examples.py SYNOD FOLDER [STATES]

Above every test stands `// expect: holds`, `// expect: violated: TEXT` (TEXT is part of the
message, or the state named) or `// expect: unknown`.  With STATES, for slow builds, a test
is explored to so many states only, and may stay undecided.

In the pages, what follows `$ build/synod ...` in a block is what that prints: a line `...`
stands for any lines, `...` in a line for any text, and the place at the end of a line may
be left out.
"""
import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

TEST = re.compile(r"^[ \t]*test\b[^\[]*?(?:\bparam\b.*?)?(\w+)[ \t\n]*\[[ \t]*main\b", re.S | re.M)
EXPECT = re.compile(r"^[ \t]*// expect: (holds|unknown|violated: \S.*)$")
SECONDS = 100  # for one test, in any case
MEGABYTES = 2000
WORKERS = 2


def find(folder, end):
    return sorted(os.path.join(top, name) for top, _, names in os.walk(folder)
                  for name in names if name.endswith(end))


def read_claims(folder):
    """What each test of the folder expects; None: nothing."""
    claims = {}
    for path in find(folder, ".p"):
        with open(path) as f:
            text = f.read()
        for test in TEST.finditer(text):
            above = text[:test.start()].rstrip("\n").rpartition("\n")[2]
            claim = EXPECT.match(above)
            claims[test.group(1)] = claim and claim.group(1).strip()
    return claims


def run(args, root):
    return subprocess.run(args, cwd=root, capture_output=True, text=True, timeout=1000)


def compile_all(synod, root, folder):
    for path in [folder] + find(folder, ".pproj"):
        done = run([synod, "compile", "--warnings=error", path], root)
        if done.returncode != 0:
            yield f"{path}: exit code {done.returncode}\n{done.stderr}"
        if not run([synod, "compile", "--list-tests", path], root).stdout.strip():
            yield f"{path}: no tests"


def judge(claim, result, is_limited):
    """What is wrong with a result; None: nothing."""
    verdict, violation = result["verdict"], result.get("violation")
    found = verdict
    if verdict in ("exhausted", "proved"):  # who comes first depends on how fast the machine is
        found = "holds"
    elif verdict == "violated":
        found = f"violated: {violation['message']}"
    if claim is None:
        return f"expects nothing, found '{found}'"
    if verdict == "unknown" and is_limited:
        return None
    kind, _, part = claim.partition(": ")
    is_right = found.partition(": ")[0] == kind
    if is_right and part:
        is_right = part in violation["message"] or part == violation["state"]
    return None if is_right else f"expects '{claim}', found '{found}' {result['reason'] or ''}"


def check_all(synod, root, folder, states):
    """Problems, and how many runs were decided."""
    claims, problems, results = read_claims(folder), [], []
    for project in sorted({os.path.dirname(path) for path in find(folder, ".pproj")}):
        with tempfile.TemporaryDirectory() as temporary:
            path = os.path.join(temporary, "results.json")
            done = run([synod, "check", "--quiet", "--json", path, f"--max-time={SECONDS}",
                        f"--max-memory={MEGABYTES}", f"--max-states={states}", project], root)
            if done.returncode not in (0, 1, 3):
                return [f"{project}: exit code {done.returncode}\n{done.stderr}"], 0
            with open(path) as f:
                results += json.load(f)["results"]
    missing = set(claims)
    for result in results:
        test = result["test"].split("___")[0]
        missing.discard(test)
        problem = judge(claims.get(test), result, states > 0)
        if problem:
            problems.append(f"{folder}: {result['test']} {problem}")
    problems += [f"{folder}: {test} did not run" for test in sorted(missing)]
    return problems, sum(result["verdict"] != "unknown" for result in results)


def differs(told, printed):
    """The first line of a page that was not printed; None: all were."""
    rest, may_skip = [" ".join(line.split()) for line in printed], False
    for line in told:
        if line.strip() == "...":
            may_skip = True
            continue
        text = r".*".join(re.escape(part) for part in " ".join(line.split()).split("..."))
        pattern = re.compile(text + r"( [^ ]+:[0-9]+)?")
        while rest and may_skip and not pattern.fullmatch(rest[0]):
            rest.pop(0)
        if not rest or not pattern.fullmatch(rest.pop(0)):
            return line
        may_skip = False
    return None if may_skip or not any(rest) else "the end"


# A run of more than ten seconds tells how far it is.
PROGRESS = re.compile(r"^\S+: [\d,]+ (?:states|executions|schedules), [\d,]+/s, .*\n", re.M)


def printed(done):
    """What a page may show of it, on any machine."""
    return (done.stdout + PROGRESS.sub("", done.stderr)).split("\n")


def check_page(synod, root, folder):
    """The page mentions every test, and shows what the commands print."""
    page = os.path.join(folder, "README.md")
    with open(page) as f:
        text = f.read()
    for test in read_claims(folder):
        if f"`{test}`" not in text:
            yield f"{page}: does not mention {test}"
    yield from check_blocks(synod, root, page)


def check_blocks(synod, root, page):
    """A page shows what the commands on it print."""
    with open(page) as f:
        text = f.read()
    blocks = [block for block in re.findall(r"^```\n(.*?)^```", text, re.S | re.M) if block[0] == "$"]
    if not blocks:
        yield f"{page}: shows no command"
    for block in blocks:
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, *told = part.rstrip("\n").split("\n")
            args = shlex.split(command)
            done = run([synod] + args[1:], root)
            line = differs(told, printed(done))
            if args[0] != "build/synod" or line is not None:
                yield f"{page}: '{command}' does not print: {line}"


def check_example(synod, root, folder, states):
    problems, decided = check_all(synod, root, folder, states)
    return [*compile_all(synod, root, folder), *problems, *check_page(synod, root, folder)], decided


def main():
    synod, examples = map(os.path.abspath, sys.argv[1:3])
    states = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    root, top = os.path.split(examples)
    os.chdir(root)
    folders = [os.path.join(top, name) for name in sorted(os.listdir(top))
               if os.path.isdir(os.path.join(top, name)) and name not in ("c", "icet", "parametric")]  # they have tests of their own
    problems, decided = [], 0
    with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        for found, count in pool.map(lambda folder: check_example(synod, root, folder, states), folders):
            problems += found
            decided += count
    print("\n".join(problems))
    print(f"{len(folders)} examples, {decided} runs decided, {len(problems)} problems")
    return 1 if problems or not decided else 0


if __name__ == "__main__":
    sys.exit(main())
