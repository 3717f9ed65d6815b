#!/usr/bin/env python3
"""Runs `synod check` over every program below a folder and compares its verdicts with
what the program says about itself.

usage: verdicts.py SYNOD FOLDER [-k TEXT]

The comments at the top of a program say what must come out:

    // verdict: holds
    // verdict: within                    holds within the bounds
    // verdict: unknown
    // verdict: violated: assertion @12 part of the message     kind, line, text
    // verdict tcOne: holds               of one of several tests; all must be named
    // states: 3                          also transitions, depth; exact
    // states tcOne: 3
    // flags: --network=bag               options for this program; without --engine it is explicit
    // run: --network=p2p                 starts one more run, with verdicts of its own

Flags above the first `run` are for all runs; verdicts and counts there make a run of
their own.
"""
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

LINE = re.compile(r"//\s*(verdict|states|transitions|depth|flags|run)(?:\s+(\w+))?:\s*(.*?)\s*$")
VIOLATED = re.compile(r"violated:\s*([\w-]+)\s+@(\d+)(?:\s+(.*))?$")
# What a verdict is called in the JSON, how the command ends, and what it tells people.
VERDICTS = {"holds": ("exhausted", 0, r"exhausted|holds"),
            "within": ("within", 0, r"holds within"),
            "sampled": ("sampled", 0, r"sampled"),
            "unknown": ("unknown", 3, r"unknown"),
            "violated": ("violated", 1, r"violated")}
SECONDS = 600  # who takes so long hangs


def read_expectations(path):
    """The runs of a program: [(flags, {test: {word: text}})]; test None is the only one."""
    common, runs, tests = [], [], {}
    with open(path, encoding="utf-8") as f:
        for line in f:
            if not line.startswith("//"):
                break
            found = LINE.match(line)
            if not found:
                continue
            word, test, text = found.groups()
            if word == "run":
                if tests and not runs:
                    runs.append(([], tests))
                tests = {}
                runs.append((text.split(), tests))
            elif word == "flags":
                (runs[-1][0] if runs else common).extend(text.split())
            else:
                one = tests.setdefault(test, {})
                one[word] = text if word not in one else f"said twice: {text}"
    return [(common + flags, wanted) for flags, wanted in runs or [([], tests)]]


def compare_violation(text, result, path):
    found = VIOLATED.match(text)
    if not found:
        return [f"cannot read 'verdict: {text}'"]
    kind, line, part = found.group(1), int(found.group(2)), found.group(3) or ""
    got = result.get("violation") or {}
    problems = []
    if (got.get("kind"), got.get("line")) != (kind, line):
        problems.append(f"found {got.get('kind')} @{got.get('line')}: {got.get('message')}, "
                        f"expected {kind} @{line}")
    if part not in (got.get("message") or ""):
        problems.append(f"message '{got.get('message')}', expected to contain '{part}'")
    if os.path.basename(got.get("file") or "") != os.path.basename(path):
        problems.append(f"in file {got.get('file')}")
    trace = result.get("trace") or {}
    if not trace.get("steps") and not trace.get("begin", {}).get("actions"):
        problems.append("no trace, or one without steps")
    return problems


def compare_result(wanted, result, path):
    text = wanted.get("verdict", "")
    verdict = text.split(":")[0]
    if verdict not in VERDICTS:
        return [f"cannot read 'verdict: {text}'"]
    if result["verdict"] != VERDICTS[verdict][0]:
        why = result.get("violation") or result.get("reason") or ""
        return [f"found {result['verdict']} {why}, expected {text}"]
    problems = []
    if verdict == "violated":
        problems += compare_violation(text, result, path)
    elif result.get("violation") or result.get("trace"):
        problems.append(f"{verdict}, yet with a violation or a trace")
    for word in ("states", "transitions", "depth"):
        if word in wanted and str(result.get(word)) != wanted[word]:
            problems.append(f"{word} {result.get(word)}, expected {wanted[word]}")
    return problems


def exit_code(wanted):
    codes = [VERDICTS[w["verdict"].split(":")[0]][1] for w in wanted.values()]
    return 1 if 1 in codes else max(codes)


def compare(wanted, results, done, path):
    by_test = {result["test"]: result for result in results}
    if None in wanted and len(wanted) == 1 and len(results) == 1:
        wanted = {results[0]["test"]: wanted[None]}
    if len(by_test) != len(results) or set(wanted) != set(by_test):
        return [f"tests {[r['test'] for r in results]}, expected {list(wanted)}"]
    problems = [f"{test}: {problem}" for test in wanted
                for problem in compare_result(wanted[test], by_test[test], path)]
    if problems:
        return problems
    if done.returncode != exit_code(wanted):
        problems.append(f"exit code {done.returncode}, expected {exit_code(wanted)}")
    for test, one in wanted.items():
        if not re.search(VERDICTS[one["verdict"].split(":")[0]][2], done.stdout, re.I):
            problems.append(f"{test}: the output does not say '{one['verdict'].split(':')[0]}'")
    return problems


def run_once(synod, path, flags, wanted):
    if not wanted:
        return ["says no verdict"]
    if not any(flag.startswith("--engine") for flag in flags):
        flags = ["--engine=explicit", *flags]  # counts are of it, however slow it is
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        try:
            done = subprocess.run([synod, "check", path, f"--json={report}"] + flags,
                                  capture_output=True, text=True, errors="replace", timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return [f"not done after {SECONDS} s"]
        try:
            with open(report, encoding="utf-8") as f:
                results = json.load(f)["results"]
        except (OSError, ValueError, KeyError) as trouble:
            return [f"no report ({trouble}), exit code {done.returncode}: {done.stderr[:500]}"]
    return compare(wanted, results, done, path)


def run_one(synod, path):
    problems = []
    for flags, wanted in read_expectations(path):
        found = run_once(synod, path, flags, wanted)
        problems += [f"[{' '.join(flags)}] {problem}" if flags else problem for problem in found]
    return problems


def main():
    synod, root = map(os.path.abspath, sys.argv[1:3])
    wanted = sys.argv[4] if sys.argv[3:4] == ["-k"] else ""
    paths = sorted(os.path.join(folder, name) for folder, _, names in os.walk(root)
                   for name in names if name.endswith(".p") and wanted in os.path.join(folder, name))
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for path, problems in zip(paths, pool.map(lambda p: run_one(synod, p), paths)):
            if problems:
                failed += 1
                print(os.path.relpath(path, root))
                for problem in problems:
                    print("   ", problem)
    print(f"{len(paths) - failed} passed, {failed} failed")
    return 1 if failed or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
