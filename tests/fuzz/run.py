#!/usr/bin/env python3
"""Runs the fuzz targets, each for its share of the time.

usage: run.py BUILD_FOLDER SECONDS

New inputs go to BUILD_FOLDER/corpus-*; the next run starts with them.  An input that
crashes stays in the current folder, and its name is printed.
"""
import concurrent.futures
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
TARGETS = [
    ("fuzz_frontend", 0.2, [os.path.join(TESTS, "suite"), os.path.join(TESTS, "ir"),
                             os.path.join(os.path.dirname(TESTS), "examples")], "p.dict"),
    ("fuzz_run", 0.2, [os.path.join(TESTS, "suite", "run"), os.path.join(TESTS, "cross", "programs")], "p.dict"),
    ("fuzz_checkpoint", 0.1, [], "checkpoint.dict"),
    ("fuzz_expression", 0.1, [os.path.join(HERE, "expressions")], "p.dict"),
    ("fuzz_icet", 0.1, [os.path.join(TESTS, "icet", "accept"), os.path.join(TESTS, "icet", "reject")], "icet.dict"),
    ("fuzz_project", 0.1, [os.path.join(HERE, "projects")], "project.dict"),
    ("fuzz_recording", 0.1, [os.path.join(HERE, "recordings")], "recording.dict"),
    ("fuzz_stepper", 0.1, [os.path.join(HERE, "walks")], "step.dict"),
    ("fuzz_trace", 0.1, [os.path.join(HERE, "traces")], "trace.dict"),
]


def fuzz(build, seconds, home, target, share, seeds, words):
    """The last lines of what it says; True: it went well."""
    corpus = os.path.join(build, "corpus-" + target)
    os.makedirs(corpus, exist_ok=True)
    command = [os.path.join(build, "tests", "fuzz", target), corpus, *seeds,
               f"-dict={os.path.join(HERE, words)}", f"-max_total_time={int(seconds * share)}",
               "-max_len=8192", "-timeout=60", "-rss_limit_mb=2048", "-print_final_stats=1",
               f"-artifact_prefix={home}/"]
    with tempfile.TemporaryDirectory() as outer:
        # A project may list the current folder, and the one above it: both are empty.
        empty = os.path.join(outer, "empty")
        os.mkdir(empty)
        done = subprocess.run(command, cwd=empty, stderr=subprocess.PIPE, text=True, errors="replace")
    lines = done.stderr.splitlines()
    if done.returncode != 0:
        return "\n".join(lines[-60:]), False
    runs = [l.split(":")[-1].strip() for l in lines if "number_of_executed_units" in l]
    return f"{target}: {runs[0] if runs else '?'} inputs, no failure", True


def main():
    build, seconds, home = os.path.abspath(sys.argv[1]), float(sys.argv[2]), os.getcwd()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda t: fuzz(build, seconds, home, *t), TARGETS))
    for text, _ in results:
        print(text)
    return 0 if all(is_fine for _, is_fine in results) else 1


if __name__ == "__main__":
    sys.exit(main())
