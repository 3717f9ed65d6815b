#!/usr/bin/env python3
"""Compares searches on several ranks with a search in one process.

usage: run.py SYNOD RANKS REPO_ROOT [--threads-only] [-k WORD]

RANKS (ranks.c) explores models with tables so small that ranks exchange nearly all states.
SYNOD is the command that users run.  Without mpirun, or with a Synod that was built without
MPI, ranks are threads of one process and the other tests are skipped.
"""
import argparse
import glob
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SECONDS = 300
# As root only because tests may run in containers; more ranks than cores on purpose.
MPIRUN = ["mpirun", "--oversubscribe", "--allow-run-as-root", "--quiet"]
LIMIT = "unknown: the state limit was reached"
TESTS = []


def test(f):
    TESTS.append(f)
    return f


def with_mpi(f):
    f.needs_mpi = True
    return test(f)


class Failure(Exception):
    pass


def check(condition, *why):
    if not condition:
        raise Failure("\n".join(str(x) for x in why))


def run(command, code=0):
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    check(code is None or done.returncode == code,
          f"exit code {done.returncode} instead of {code}: {' '.join(command)}", done.stdout, done.stderr)
    return done


class Place:
    """What is tested, and where its models are."""

    def __init__(self, synod, ranks, root):
        self.synod, self.ranks, self.root = synod, ranks, root
        # Every second program: they differ in what a step does, which ranks do not change.
        self.suite = sorted(glob.glob(f"{root}/tests/suite/run/*/*.p"))[::2]
        projects = glob.glob(f"{root}/examples/*/*.pproj") + glob.glob(f"{root}/examples/*/buggy/*.pproj")
        self.examples = sorted(projects)
        self.peers = [f"{root}/bench/peers/{name}.p"
                      for name in ("german", "paxos", "ring", "two-phase-commit")]

    def explore(self, count, options, models, threads=1):
        """The lines of RANKS; COUNT: None is one process, -2 is two of mpirun."""
        command = [self.ranks, *options, "-j", str(threads)]
        if count is not None and count > 0:
            command += ["-k", str(count)]
        elif count is not None:
            command = [*MPIRUN, "-n", str(-count), *command, "-m"]
        return run(command + models).stdout.splitlines()

    def agree(self, counts, options, models, threads=1):
        one = self.explore(None, options, models)
        check(len(one) >= len(models), "not all models were explored")
        broken = [line for line in one if "has errors" in line or "does not replay" in line]
        check(not broken, *broken)
        for count in counts:
            other = self.explore(count, options, models, threads)
            check(len(one) == len(other), f"{count} ranks: {len(other)} lines instead of {len(one)}")
            for a, b in zip(one, other):
                # Who stops at a number of states may or may not have seen a violation.
                is_free = a.endswith(LIMIT) and b.startswith(a[:-len(LIMIT)] + "violated: ")
                check(a == b or is_free, f"{count} ranks, {options}:", "  one process: " + a, "  ranks:       " + b)
        return one

    def mpi_check(self, count, *args, code=0):
        return run([*MPIRUN, "-n", str(count), self.synod, "check", "--mpi", *args], code)


def largest(lines):
    return max(int(n) for line in lines for n in re.findall(r"holds, (\d+) states", line))


# ---- Ranks as threads ----

@test
def suite_on_threads(p):
    p.agree([1, 4], ["-s", "1500"], p.suite)


@test
def suite_with_several_threads_a_rank(p):
    p.agree([3], ["-s", "1500"], p.suite, threads=2)


@test
def suite_with_faults_and_other_networks(p):
    for network, faults in ("bag", "dup=1"), ("p2p", "crash=1"), ("mbox", "loss=1,crash=1"):
        p.agree([3], ["-s", "1000", "-p", "1", "-n", network, "-f", faults], p.suite)


@test
def examples_on_threads(p):
    lines = p.agree([2, 4], ["-s", "30000"], p.examples)
    check(any(" violated: " in line for line in lines), "no example is violated")


@test
def peers_on_threads(p):
    lines = p.agree([2, 4], ["-s", "50000"], p.peers)
    check(largest(lines) > 20000, *lines)


@test
def random_programs(p):
    with tempfile.TemporaryDirectory() as folder:
        run([sys.executable, f"{p.root}/tests/cross/generate.py", "--out", folder, "--count", "40", "--seed", "4"])
        models = sorted(glob.glob(f"{folder}/*.p"))
        for options in [], ["-n", "bag"], ["-f", "crash=1,dup=1"]:
            p.agree([2, 4], ["-s", "4000", "-p", "1", *options], models)


@test
def pilots_of_any_length(p):
    for pilot in 1, 7, 50, 100000:
        p.agree([3], ["-s", "3000", "-p", str(pilot)], p.peers)


@test
def depth_limits(p):
    lines = p.agree([2, 4], ["-d", "12"], p.peers)
    check(any(" within, " in line for line in lines), *lines)


# ---- Ranks as processes ----

@with_mpi
def suite_on_processes(p):
    p.agree([-1, -2], ["-s", "1000"], p.suite)


@with_mpi
def examples_and_peers_on_processes(p):
    p.agree([-2, -4], ["-s", "8000"], p.examples + p.peers)


@with_mpi
def machines_made_on_the_way_on_processes(p):
    p.agree([-2, -4], ["-s", "3000", "-f", "crash=1"], [m for m in p.suite if "/machines/" in m])


def without_times(text):
    return re.sub(r"\d+\.\d+ s\b", "N s", text)


@with_mpi
def the_command_with_real_tables(p):
    """Too large for the pilot of rank 0, so that it is really shared."""
    args = [f"{p.root}/bench/peers/two-phase-commit.p", "-t", "tcCommit___participants_9"]
    one = run([p.synod, "check", "-j1", "--engine=explicit", *args]).stdout
    check("all 2,671,512 states" in one, one)
    for count in 2, 4:
        several = p.mpi_check(count, *args)
        check(without_times(several.stdout) == without_times(one), several.stdout, one)


@with_mpi
def rank_0_speaks_alone(p):
    model = f"{p.root}/examples/two-phase-commit"
    args = [model, f"{model}/buggy", "--engine=explicit", "--color=never"]  # mpirun makes a terminal
    one = run([p.synod, "check", *args], None)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "r.json")
        several = p.mpi_check(3, *args, "--json", path, code=one.returncode)
        with open(path, encoding="utf-8") as f:
            check(len(json.load(f)["results"]) > 0, "no results in the JSON")
    # The table has times, without a unit.
    strip = re.compile(r" +\d+\.\d+$", re.M)
    check(strip.sub("", without_times(several.stdout)) == strip.sub("", without_times(one.stdout)),
          several.stdout, one.stdout)


@with_mpi
def violations_replay(p):
    model = f"{p.root}/examples/client-server/buggy"
    args = [model, "-t", "tcAbsentMindedTwoClients", "--color=never"]
    one = run([p.synod, "check", *args], 1)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "r.json")
        several = p.mpi_check(2, *args, "--json", path, code=1)
        check(without_times(several.stdout) == without_times(one.stdout), several.stdout, one.stdout)
        run([p.synod, "replay", path], 1)


@with_mpi
def who_forgets_mpi_is_warned(p):
    model = f"{p.root}/examples/client-server"
    done = run([*MPIRUN, "-n", "2", p.synod, "check", "-q", model, "-t", "tcTwoClients"])
    check(done.stderr.count("mpirun has started 2 processes") == 1, done.stderr)
    done = p.mpi_check(2, "-q", model, "-t", "tcTwoClients")
    check("warning" not in done.stderr, done.stderr)


@with_mpi
def mistakes_are_told_once(p):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "bad.p")
        with open(path, "w", encoding="utf-8") as f:
            f.write("machine Main { start state S { entry { x = 1; } } }\n")
        done = p.mpi_check(3, path, code=2)
        check(done.stderr.count("no variable named 'x'") == 1, done.stderr)


@with_mpi
def what_does_not_go_together(p):
    model = f"{p.root}/examples/client-server"
    for more in ["--bitstate=5"], ["--checkpoint=x"], ["--resume=x"], ["--search=dfs"], ["--engine=sample"]:
        done = p.mpi_check(2, model, *more, code=2)
        check(done.stderr.count("synod: error: --") == 1 and "--mpi" in done.stderr, done.stderr)


FOREIGN = """fun Limit(): int;
machine Main { start state S { entry { var i: int; while (i < Limit()) { i = i + 1; } } } }
"""


def build(folder, name, limit):
    """A library of foreign functions."""
    path = os.path.join(folder, name)
    with open(path + ".c", "w", encoding="ascii") as f:
        f.write("#include <synod_foreign.h>\n"
                "syn_value Limit(const syn_env *env, const syn_value *args, size_t count)\n"
                f"{{ (void)args, (void)count; return env->make_int(env, {limit}); }}\n")
    return path


@with_mpi
def another_library_on_another_rank(p):
    with tempfile.TemporaryDirectory() as folder:
        model = os.path.join(folder, "a.p")
        with open(model, "w", encoding="ascii") as f:
            f.write(FOREIGN)
        paths = [build(folder, name, limit) for name, limit in (("a.so", 3), ("b.so", 3), ("c.so", 4))]
        for path in paths:
            run(["cc", "-shared", "-fPIC", f"-I{p.root}/include", "-o", path, path + ".c"])
        ranks = [["-n", "1", p.synod, "check", "--mpi", "-q", "-Woff", model, f"--foreign={path}"] for path in paths]
        run([*MPIRUN, *ranks[0], ":", *ranks[0]])
        done = run([*MPIRUN, *ranks[0], ":", *ranks[2]], 2)
        check("not all ranks have the same program and options" in done.stderr, done.stderr)


@with_mpi
def states_are_limited(p):
    args = [f"{p.root}/bench/peers/ring.p", "-t", "tcRing___nodes_11", "--max-states=3000000"]
    done = p.mpi_check(2, *args, code=3)
    check("the state limit was reached after 3,000,000 states" in done.stdout, done.stdout)


@with_mpi
def control_c(p):
    """mpirun waits so many seconds before it tells the ranks, and again before it ends them."""
    command = [*MPIRUN, "--mca", "odls_base_sigkill_timeout", "3", "-n", "2", p.synod, "check", "--mpi",
               "--progress", f"{p.root}/bench/peers/german.p", "-t", "tcGerman___caches_7"]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for line in child.stderr:
        states = re.search(r"caches_7: ([\d,]+) states", line)
        if states and int(states.group(1).replace(",", "")) > 100000:
            break
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=120)
    check("caches_7: unknown: the check was interrupted after" in out, out)
    check(child.returncode == 1, f"mpirun has changed: docs/cluster.md is wrong about {child.returncode}")


@with_mpi
def a_snapshot(p):
    """mpirun passes SIGUSR1 on to all ranks; rank 0 answers for all."""
    command = [*MPIRUN, "-n", "2", p.synod, "check", "--mpi", "--progress", "--max-time=6",
               f"{p.root}/bench/peers/german.p", "-t", "tcGerman___caches_7"]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    child.stderr.readline()
    child.send_signal(signal.SIGUSR1)
    out, err = child.communicate(timeout=60)
    check("caches_7: unknown: the time limit was reached" in out, out + err)
    check(len(re.findall(r"(?m)^synod: tcGerman___caches_7: [\d,]+ states, ", err)) == 1, err)


# ---- All of them ----

def has_mpi(synod):
    version = run([synod, "--version"]).stdout
    return shutil.which("mpirun") is not None and "MPI" in version


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("synod")
    parser.add_argument("ranks")
    parser.add_argument("root")
    parser.add_argument("--threads-only", action="store_true")
    parser.add_argument("-k", default="", help="only tests with this in their name")
    o = parser.parse_args()
    p = Place(os.path.abspath(o.synod), os.path.abspath(o.ranks), os.path.abspath(o.root))
    shares = not o.threads_only and has_mpi(p.synod)
    failed = skipped = 0
    for f in TESTS:
        if o.k not in f.__name__:
            continue
        if getattr(f, "needs_mpi", False) and not shares:
            skipped += 1
            continue
        begun = time.time()
        try:
            f(p)
            print(f"ok   {f.__name__} ({time.time() - begun:.1f} s)", flush=True)
        except (Failure, subprocess.TimeoutExpired) as e:
            failed += 1
            print(f"FAIL {f.__name__}\n{e}", flush=True)
    if skipped:
        print(f"{skipped} skipped: no mpirun, or built without MPI")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
