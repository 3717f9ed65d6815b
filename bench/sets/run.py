#!/usr/bin/env python3
"""How far sets of states reach, beside the explicit engine, and SPIN without its reduction.

usage: run.py SYNOD [--quick] [--limit SECONDS] [--others SECONDS] [--memory MB] [--out FILE] [PROTOCOL...]

Every instance is searched once with --engine=sets, on one core, for at most --limit CPU seconds (default 60, --quick: 5),
and with --engine=explicit for at most --others (default as --limit); SPIN has --others, too.  All have --memory megabytes
(default 8000).  Where an instance does not finish, larger ones of that protocol, network and engine are left
out; --quick leaves out what takes long anyway.

Exit code: 1 if a count is not the one that it must be (a closed form, a published number, or the explicit engine's), if a
test does not hold, or if a goal is missed.
"""
import argparse
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import types

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from report import Report

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PEERS = os.path.join(ROOT, "bench", "peers")
CHAIN = [os.path.join("examples", "chain-replication", name) for name in ("protocol.p", "spec.p")]
MANY = float("inf")

# ---- Numbers of states that are known ----


def two_phase_commit(n):
    """A participant is in one of 4 states while votes are collected, 3 after a commit, 9 after an abort, of which somebody's
    no is the reason: 6 of the 9 are not.  Machines begin one by one."""
    return 4**n + 3**n + 9**n - 6**n + n + 1


def transactions(n):
    """A participant is asked, busy, its vote is under way (2 ways), or counted; who asks is not known before the first time.
    The coordinator knows whether all votes so far were yes: 4 (5^n - 1) - 2 * 4^n, without what is the same in the first and
    later transactions, 2 (4^n - 1) - 3^n.  Then the decision is under way, its receipt is, or that is counted: 3^n - 1 for
    each decision, but without a decision under way they are the same: 2^n - 1.  Four times the coordinator is about to
    announce something, and machines begin one by one."""
    return 4 * 5**n - 4 * 4**n + 3 * 3**n - 2**n + n + 3


# Numbers of the notes that came with a prototype: its states, and our machines that begin one by one.
LAST_ZERO = {4: 4394, 7: 793016}


def last_zero(n):
    return LAST_ZERO[n] + 2 * n + 3 if n in LAST_ZERO else None


# bench/peers: all tools agree on them; see there what Synod has more.
RING = {8: 50152, 10: 1243826, 11: 6331175}
GERMAN = {5: 492900, 6: 12072321}
PAXOS = {(2, 3): 98160, (2, 4): 1747604, (3, 3): 46524116}


def ring(n):
    return RING[n] + 2**n if n in RING else None


def german(n):
    return GERMAN[n] + n + 1 if n in GERMAN else None


def paxos(size):
    return PAXOS[size] + size[1] + 1 + 2**size[0] if size in PAXOS else None


# Protocol: files; test of a size; networks and what is known of each; sizes, and up to which one is quick; where SPIN takes
# part, its model and its sizes.
PROTOCOLS = {
    "two-phase commit": dict(
        files=["bench/peers/two-phase-commit.p"], test=lambda n: f"tcCommit___participants_{n}", name=lambda n: f"{n}",
        networks={"p2p": two_phase_commit, "mbox": None}, sizes=[6, 7, 8, 10, 15, 20], quick=20,
        spin=("two-phase-commit", lambda n: {"N": n}, [6, 7, 8], lambda n: two_phase_commit(n) - n - 1)),
    "ring election": dict(
        files=["bench/peers/ring.p"], test=lambda n: f"tcRing___nodes_{n}", name=lambda n: f"{n}",
        networks={"p2p": ring, "mbox": ring}, sizes=[8, 10, 12, 16], quick=12,
        spin=("ring", lambda n: {"N": n}, [8, 10], RING.get)),
    "German": dict(
        files=["bench/peers/german.p"], test=lambda n: f"tcGerman___caches_{n}", name=lambda n: f"{n}",
        networks={"p2p": german, "mbox": None}, sizes=[5, 6, 8, 10], quick=5,
        spin=("german", lambda n: {"N": n}, [5, 6], GERMAN.get)),
    "Paxos": dict(
        files=["bench/peers/paxos.p"], test=lambda s: "tcPaxos___proposers_{}__acceptors_{}".format(*s),
        name=lambda s: "{} x {}".format(*s), networks={"bag": paxos, "mbox": None},
        sizes=[(2, 3), (3, 3), (3, 5)], quick=(3, 3),
        spin=("paxos", lambda s: {"N": s[0], "A": s[1]}, [(2, 3), (3, 3)], PAXOS.get)),
    "counter": dict(
        files=["bench/models/counter.p"], test=lambda n: f"tcCounter___workers_{n}", name=lambda n: f"{n}",
        networks={"p2p": lambda n: 3**n + n + 2, "mbox": lambda n: 2**(n + 1) - 1 + n + 2}, sizes=[5, 10, 15, 30], quick=30,
        spin=None),
    "lastzero": dict(
        files=["bench/models/lastzero.p"], test=lambda n: f"tcLastZero___threads_{n}", name=lambda n: f"{n}",
        networks={"p2p": last_zero, "mbox": None}, sizes=[4, 7, 10, 15], quick=10, spin=None),
    "transactions for ever": dict(
        files=["bench/models/transactions.p"], test=lambda n: f"tcTransactions___participants_{n}__patient_true",
        name=lambda n: f"{n}", networks={"p2p": transactions, "mbox": None}, sizes=[6, 7, 8, 10, 15, 20], quick=15,
        spin=None),
    "chain replication": dict(
        files=[*CHAIN, "bench/models/chain.p"],
        test=lambda s: "tcChain___servers_{}__users_{}__crashes_{}".format(*s),
        name=lambda s: f"{s[0]} servers, {s[1]} clients" + (", a crash" if s[2] else ""), networks={"mbox": None},
        sizes=[(5, 2, 0), (5, 3, 0), (5, 2, 1), (5, 3, 1)], quick=(5, 3, 0), spin=None),
}
# Protocol, network, size, CPU seconds.
GOALS = [("two-phase commit", "p2p", 15, 3), ("lastzero", "p2p", 10, 1)]

# ---- Runs ----


def peers_module():
    spec = importlib.util.spec_from_file_location("peers", os.path.join(PEERS, "run.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Bench(Report):
    def __init__(self, settings):
        super().__init__()
        self.settings = settings
        self.synod = os.path.abspath(shutil.which(settings.synod) or settings.synod)
        self.folder = tempfile.mkdtemp(prefix="sets-")
        self.measurer = os.path.join(self.folder, "measure")
        self.core = min(os.sched_getaffinity(0))
        self.given_up = set()
        self.found = {}
        self.peers = peers_module() if shutil.which("spin") else None
        subprocess.run(["gcc", "-O2", "-o", self.measurer, os.path.join(PEERS, "measure.c")], check=True)

    def measure(self, protocol, network, size, engine):
        """What it found; None: it was not tried, since less was too much."""
        key = protocol, network, engine
        if key in self.given_up:
            return None
        found = self.once(PROTOCOLS[protocol], network, size, engine)
        if found["states"] is None:
            self.given_up.add(key)
        self.found[protocol, network, size, engine] = found
        return found

    def once(self, p, network, size, engine):
        report, numbers = (os.path.join(self.folder, name) for name in ("result.json", "measure.txt"))
        limit = self.settings.limit if engine == "sets" else self.settings.others
        command = [self.synod, "check", "--quiet", "-j1", "--no-shrink", f"--network={network}", f"--engine={engine}",
                   f"--max-memory={self.settings.memory}", f"--json={report}", "-t", p["test"](size), *p["files"]]
        subprocess.run([self.measurer, numbers, str(limit), *command], cwd=ROOT, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       preexec_fn=lambda: os.sched_setaffinity(0, {self.core}))
        with open(numbers) as f:
            status, cpu, _, peak = f.read().split()
        result = dict(states=None, why=f"over {limit} s", cpu=float(cpu), peak=int(peak))
        if status in ("0", "1", "3"):
            with open(report) as f:
                told = json.load(f)["results"][0]
            if told["verdict"] == "exhausted":
                result["states"] = int(told["set"]["states"]) if engine == "sets" else told["states"]
            else:
                result["why"] = told["reason"] or told["verdict"]
                if told["verdict"] == "violated":
                    self.complain(f"{p['test'](size)}, {network}, {engine}: violated")
        elif status not in ("-9", "-24"):
            self.complain(f"{p['test'](size)}, {network}, {engine}: exit code {status}")
            result["why"] = "failed"
        return result

    def spin(self, protocol, size):
        """CPU seconds, or None: it does not take part, or MANY: longer than the limit."""
        if self.peers is None or PROTOCOLS[protocol]["spin"] is None:
            return None
        model, defines, sizes, known = PROTOCOLS[protocol]["spin"]
        if size not in sizes:
            return None
        settings = types.SimpleNamespace(mode="quick", runs=1, limit=self.settings.others)
        race = self.peers.Race(None, settings)
        race.measurer = self.measurer
        folder = os.path.join(self.folder, model)
        os.makedirs(folder, exist_ok=True)
        try:
            row = self.peers.run_spin(race, model, defines(size), known(size), folder, False)
        except self.peers.Failure as failure:
            if "status -" not in str(failure):  # a signal: the limit of time
                self.complain(f"SPIN, {protocol}, {size}: {failure}")
            return MANY
        if self.peers.differ(row["states"], known(size)):
            self.complain(f"SPIN has {row['states']:,} states in {protocol}, {size}, not {known(size):,}")
        return row["cpu"]


# ---- The tables ----

def seconds(n):
    return f"{n:.2f} s" if n < 10 else f"{n:.0f} s"


def number(n):
    return f"{n:,}" if n < 10**10 else f"{n:,} ({n:.1e})"


def cell(found):
    if found is None:
        return "-"
    if found["states"] is None:
        return found["why"]
    return f"{seconds(found['cpu'])}, {found['peak'] / 2**20:.0f} MB"


def check_count(bench, protocol, network, size, sets, explicit):
    known = PROTOCOLS[protocol]["networks"][network]
    wanted = known(size) if known else None
    for engine, found in ("sets", sets), ("explicit", explicit):
        if found and found["states"] is not None and wanted is not None and found["states"] != wanted:
            bench.complain(f"{protocol}, {size}, {network}, {engine}: {found['states']:,} states, not {wanted:,}")
    if sets and explicit and None not in (sets["states"], explicit["states"]) and sets["states"] != explicit["states"]:
        bench.complain(f"{protocol}, {size}, {network}: {sets['states']:,} states as sets, {explicit['states']:,} otherwise")


def verdict(bench, sets, explicit):
    """Who is ahead, in words."""
    if sets is None or sets["states"] is None:
        return "**sets lose**" if explicit and explicit["states"] is not None else "neither"
    if explicit is None or explicit["states"] is None:
        return "sets only" if sets["cpu"] < bench.settings.others else "?"
    ratio = max(explicit["cpu"], 0.005) / max(sets["cpu"], 0.005)
    if ratio >= 1.5:
        return f"{ratio:.0f} times" if ratio >= 10 else f"{ratio:.1f} times"
    return "equal" if ratio > 1 / 1.5 else f"**sets lose**, {1 / ratio:.1f} times"


def reach(bench, protocols):
    bench.say("## Reach\n")
    bench.say("CPU seconds and peak memory. `-`: not tried, for a smaller instance was too large. The last column says how many "
              "times as long the explicit engine takes; under 0.005 s all times count as that.\n")
    bench.say("| protocol | network | states | sets | explicit | sets are faster |")
    bench.say("| --- | --- | ---: | ---: | ---: | --- |")
    for protocol in protocols:
        p = PROTOCOLS[protocol]
        for network in p["networks"]:
            for size in p["sizes"]:
                if bench.settings.quick and p["sizes"].index(size) > p["sizes"].index(p["quick"]):
                    break
                sets, explicit = (bench.measure(protocol, network, size, e) for e in ("sets", "explicit"))
                states = next((f["states"] for f in (sets, explicit) if f and f["states"] is not None), None)
                bench.say(f"| {protocol}, {p['name'](size)} | {network} | {'?' if states is None else number(states)} | "
                          f"{cell(sets)} | {cell(explicit)} | {verdict(bench, sets, explicit)} |")
                check_count(bench, protocol, network, size, sets, explicit)
    bench.say()


def anchors(bench, protocols):
    """Where SPIN is faster; None: it takes no part."""
    rows, lost = [], []
    for protocol in protocols:
        p = PROTOCOLS[protocol]
        for size in p["spin"][2] if p["spin"] and bench.peers else []:
            network = next(iter(p["networks"]))
            sets = bench.found.get((protocol, network, size, "sets"))
            spin = bench.spin(protocol, size) if sets else None
            if spin is not None:
                rows.append((f"{protocol}, {p['name'](size)}", network, sets, spin))
    if not rows:
        return None
    bench.say("## SPIN without reduction\n")
    bench.say("The same protocol in Promela (bench/peers), the same states but for machines that begin one by one.\n")
    bench.say("| protocol | network | sets | SPIN | sets are faster |")
    bench.say("| --- | --- | ---: | ---: | --- |")
    for name, network, sets, spin in rows:
        if sets["states"] is None or sets["cpu"] >= min(spin, bench.settings.others):
            ahead = "?" if spin == MANY else f"**no**, SPIN is, {sets['cpu'] / spin:.1f} times"
            lost.append(name + (", perhaps" if spin == MANY else ""))
        else:
            ahead = (f"over {bench.settings.others / sets['cpu']:.0f} times" if spin == MANY else
                     f"{spin / sets['cpu']:.1f} times")
        spent = f"over {bench.settings.others} s" if spin == MANY else seconds(spin)
        bench.say(f"| {name} | {network} | {cell(sets)} | {spent} | {ahead} |")
    bench.say()
    return lost


def goals(bench, protocols, lost):
    bench.say("## Goals\n")
    for protocol, network, size, most in GOALS:
        found = bench.found.get((protocol, network, size, "sets"))
        if protocol not in protocols:
            continue
        is_met = found is not None and found["states"] is not None and found["cpu"] < most
        bench.say(f"* {protocol}, {size}, {network} in under {most} s: {cell(found)}" + ("" if is_met else " **missed**"))
        bench.is_good &= is_met
    if lost is not None:
        bench.say("* faster than SPIN without reduction on every one: " +
                  ("**missed**: " + "; ".join(lost) if lost else "yes"))
        bench.is_good &= not lost
    bench.say()


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("synod")
    parser.add_argument("protocols", nargs="*")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--others", type=int)
    parser.add_argument("--memory", type=int, default=8000)
    parser.add_argument("--out")
    settings = parser.parse_intermixed_args()
    settings.limit = settings.limit or (5 if settings.quick else 60)
    settings.others = settings.others or settings.limit
    for name in settings.protocols:
        if name not in PROTOCOLS:
            sys.exit(f"no protocol {name}; there are: " + ", ".join(PROTOCOLS))
    return settings


def main():
    settings = arguments()
    bench = Bench(settings)
    protocols = settings.protocols or list(PROTOCOLS)
    reach(bench, protocols)
    lost = anchors(bench, protocols)
    goals(bench, protocols, lost)
    shutil.rmtree(bench.folder)
    if settings.out:
        bench.write(settings.out, "Sets of states", "bench/sets/run.py",
                    [f"at most {settings.limit} s of CPU time for sets, {settings.others} s for others, {settings.memory} MB; "
                     "one core",
                     "counter and lastzero: table 6 of L. Pick, A. Desai, A. Gupta, PSym (PLDI 2023), models of our own after its "
                     "text; PSym itself takes 317 s and 13 GB for counter(15), and with a reduction 12 s for lastzero(10), 73 s "
                     "and 1 GB for lastzero(15)"])
    return 0 if bench.is_good else 1


if __name__ == "__main__":
    sys.exit(main())
