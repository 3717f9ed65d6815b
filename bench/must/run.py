#!/usr/bin/env python3
"""The tables 1 to 3 of the Must paper with Synod's figures beside the paper's, and the goals for speed.

usage: run.py SYNOD [--quick] [--runs N] [--limit SECONDS] [--out FILE]

Models are compiled by SYNOD itself, then every test runs on one core; of N runs (default 3; a
long one counts alone) the one with the median CPU time counts.  What takes longer than the limit
(default 120, --quick: 10) is shown with an estimate of the total.  --quick leaves out what takes long, and runs once.

Exit code: 1 if a number of executions is not what it must be, if a trend of the paper does not
hold, or if memory grows.  Seconds are compared with the goals, and told.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from report import Report

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
OUT = os.path.join(ROOT, "bench", "out", "must")
LONG_RUN = 5  # seconds: such a run is not repeated
PROBES = 20000  # random executions, to estimate how many there are
PROGRAMS = {
    "ns_r": ("bench/must/c/ns_r.c", []),
    "ns_nr": ("bench/must/c/ns_nr.c", []),
    "nworkers": ("bench/must/c/nworkers.c", []),
    "two_phase": ("bench/must/c/two_phase.c", []),
    "chain": ("examples/c/chain.c", []),
    "unchecked": ("examples/c/chain.c", ["-DUNCHECKED"]),
    "rlog": ("examples/c/rlog.c", []),
    "leader": ("examples/c/leader.c", []),
    "commit": ("examples/c/commit.c", []),
}

# ---- The paper's figures ----

# Program, test, executions; TruSt's and Concuerror's, as printed; Must's memory is 19 MB throughout.
TABLE_1 = [
    ("ns+r(2)", "ns_r", "ns_r_2", 2, "4 + 2", "2, 90 MB"),
    ("ns+r(5)", "ns_r", "ns_r_5", 5, "600 + 120", "5, 90 MB"),
    ("ns+r(8)", "ns_r", "ns_r_8", 8, "322,560 + 40,320", "8, 90 MB"),
    ("ns+nr-sel(2)", "ns_nr", "ns_nr_sel_2", 1, "2 + 5", "1, 90 MB"),
    ("ns+nr-sel(5)", "ns_nr", "ns_nr_sel_5", 1, "42 + 1,066", "1, 90 MB"),
    ("ns+nr-sel(8)", "ns_nr", "ns_nr_sel_8", 1, "1,430 + 590,251", "1, 86 MB"),
    ("ns+nr(2)", "ns_nr", "ns_nr_2", 2, "4 + 8", "2, 84 MB"),
    ("ns+nr(5)", "ns_nr", "ns_nr_5", 120, "5,040 + 25,200", "120, 91 MB"),
    ("ns+nr(8)", "ns_nr", "ns_nr_8", 40320, "timeout", "40,320, 91 MB"),
    ("nworkers(7)", "nworkers", "nworkers_7", 10080, "timeout", "10,080, 195 MB"),
    ("nworkers(8)", "nworkers", "nworkers_8", 80640, "timeout", "80,640, 550 MB"),
    ("nworkers(9)", "nworkers", "nworkers_9", 725760, "timeout", "out of memory"),
]
COLUMNS = ["asyn", "p2p-eager", "p2p", "cd", "mbox"]
# Row, program, test, is it quick; executions and seconds of the paper for each column.
TABLE_2 = [
    ("chain(0, 3)", "chain", "chain_0_3", True, (5340, 3, 719, 1, 540, 4, 288, 1, 288, 2)),
    ("chain(0, 10)", "chain", "chain_0_10", True, (1957020, 699, 719, 2, 540, 4, 288, 1, 288, 47)),
    ("chain(1, 3)", "chain", "chain_1_3", True, (212732, 27, 168001, 21, 22956, 4, 8910, 2, 8910, 60)),
    ("chain(1, 4)", "chain", "chain_1_4", False, (2275258, 354, 163222, 25, 31620, 6, 13916, 3, 13916, 209)),
    ("chain(2, 3)", "chain", "chain_2_3", False,
     (4722338, 531, 5274403, 551, 367174, 40, 104936, 13, 104936, 857)),
    ("chain(2, 4)", "chain", "chain_2_4", False,
     (128591662, 18895, 46074076, 5962, 980218, 129, 349238, 48, 349238, 6139)),
    ("rlog(1, 3)", "rlog", "rlog_1_3", True, (594, 1, 607, 2, 477, 1, 244, 1, 210, 33)),
    ("rlog(1, 4)", "rlog", "rlog_1_4", True, (7453, 3, 10040, 4, 5862, 3, 3053, 2, 2462, 709)),
    ("rlog(2, 3)", "rlog", "rlog_2_3", True, (12588, 5, 8911, 4, 5723, 2, 2483, 1, 1890, 668)),
    ("rlog(2, 4)", "rlog", "rlog_2_4", False, (168758, 65, 143096, 58, 74173, 30, 28581, 12, 19204, 15077)),
    ("rlog-nonsel(1, 3)", "rlog", "nonsel_1_3", True, (18899, 7, 1932, 1, 1389, 1, 325, 1, 264, 76)),
    ("rlog-nonsel(2, 3)", "rlog", "nonsel_2_3", True,
     (41027836, 13530, 94513, 39, 56188, 21, 5116, 2, 3403, 1861)),
]
TABLE_3 = [
    ("leader(2, 2)", "leader", "leader_2_2", True, (20256, 3, 13600, 4, 10128, 2, 10128, 2, 10128, 12)),
    ("leader(2, 3)", "leader", "leader_2_3", True, (408120, 42, 105912, 12, 68020, 8, 68020, 8, 68020, 94)),
    ("leader(3, 2)", "leader", "leader_3_2", False,
     (16240896, 1619, 20167641, 2966, 8120448, 761, 8120448, 910, None, None)),
    ("leader(2, 2)+mon", "leader", "monitored_2_2", True,
     (22506, 7, 16858, 5, 11253, 3, 11253, 3, 11253, 19)),
    ("leader(2, 3)+mon", "leader", "monitored_2_3", True,
     (481890, 59, 132119, 18, 80315, 11, 80315, 11, 80315, 177)),
    ("leader(3, 2)+mon", "leader", "monitored_3_2", False,
     (24048748, 2988, 35066847, 4296, 12024374, 1502, 12024374, 1512, None, None)),
    ("commit(2, 2)", "commit", "commit_2_2", True, (157057, 3, 14107, 2, 14107, 1, 5989, 1, 5989, 2)),
    ("commit(2, 3)", "commit", "commit_2_3", True,
     (3856393, 60, 334171, 7, 334171, 6, 138601, 3, 138601, 14)),
    ("commit(3, 2)", "commit", "commit_3_2", True,
     (737518375, 15684, 2445031, 53, 2445031, 46, 736957, 15, 736957, 167)),
    ("commit(3, 3)", "commit", "commit_3_3", True,
     (None, None, 283732579, 8050, 283732579, 6008, 83377729, 1723, None, None)),
    ("commit(4, 3)", "commit", "commit_4_3", False, None),
]
# Goals: executions and seconds, for the test of the model in C and in P; TraceForge (the open Must)
# and Concuerror on a machine like ours.
GOALS = [
    ("ns+nr(9)", "ns_nr", "ns_nr_9", "tcAll___N_9", 362880, 1.5, "7.4 s, 3.5 MB", "-"),
    ("nworkers(9)", "nworkers", "nworkers_9", "tcWorkers___N_9", 725760, 1.5, "24 s, 3.4 MB", "584 s, 5.9 GB"),
    ("2PC(7)", "two_phase", "two_phase_7", "tcCommit___N_7", 645120, 2.5, "37.5 s, 3.8 MB", "-"),
]
MOST_BYTES = 32 * 2**20  # of nworkers(9)


class Bench(Report):
    def __init__(self, settings):
        super().__init__()
        self.settings = settings
        self.synod = os.path.abspath(shutil.which(settings.synod) or settings.synod)
        self.core = min(os.sched_getaffinity(0))
        self.measurer = os.path.join(OUT, "measure")
        self.known = {}

    def build(self):
        os.makedirs(OUT, exist_ok=True)
        run(["gcc", "-O2", "-o", self.measurer, os.path.join(ROOT, "bench", "peers", "measure.c")])
        for name, (path, flags) in PROGRAMS.items():
            run([self.synod, "check", path, "-O2", *flags, "-o", os.path.join(OUT, name), "--list"])

    def measure(self, program, test, column):
        """The median run of a test, and what the limit left of it."""
        key = (program, test, column)
        if key not in self.known:
            self.known[key] = self.median(program, test, column)
        return self.known[key]

    def median(self, program, test, column):
        done = []
        while len(done) < self.settings.runs and not (done and done[-1]["seconds"] > LONG_RUN):
            done.append(self.once(program, test, column))
        done.sort(key=lambda r: r["seconds"])
        return done[(len(done) - 1) // 2]

    def command(self, program, test, column):
        if program.endswith(".p"):
            return [self.synod, "check", "--engine=dpor", program, "-t", test, f"--network={column}"]
        model = {"p2p-eager": "p2p", "cd": "causal"}.get(column, column)
        return [os.path.join(OUT, program), test, f"--model={model}"] + (["--eager"] if column == "p2p-eager" else [])

    def once(self, program, test, column):
        status, seconds, peak, result = self.measured(
            [*self.command(program, test, column), f"--max-time={self.settings.limit}"])
        if status not in (0, 3):
            raise SystemExit(f"{test}, {column}: exit code {status}")
        # Of selective receives --eager proves nothing, but what it counts it has explored to the end.
        is_done = status == 0 or "explored only some" in (result["reason"] or "")
        found = dict(executions=result["executions"] + result["blocked"], is_done=is_done, seconds=seconds, peak=peak)
        if not is_done:
            probes = [*self.command(program, test, column), "--engine=sample", f"--samples={PROBES}"]
            found["estimate"] = self.measured(probes)[3]["estimate"]
        return found

    def measured(self, command):
        """Run a command; its exit code, CPU seconds, peak bytes and result."""
        report, numbers = os.path.join(OUT, "result.json"), os.path.join(OUT, "measure.txt")
        command += ["--quiet", f"--json={report}"]
        if os.path.exists(report):
            os.remove(report)
        subprocess.run([self.measurer, numbers, str(self.settings.limit + 60), *command], cwd=ROOT, check=True,
                       stdout=subprocess.DEVNULL,
                       preexec_fn=lambda: os.sched_setaffinity(0, {self.core}))
        with open(numbers) as f:
            status, cpu, _, peak = f.read().split()
        with open(report) as f:
            return int(status), float(cpu), int(peak), json.load(f)["results"][0]


def run(command):
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")


# ---- Tables ----

def seconds(n):
    return f"{n:.2f}" if n < 10 else f"{n:.0f}"


def megabytes(n):
    return f"{n / 2**20:.1f} MB"


def speed(r):
    return f"{r['executions'] / max(r['seconds'], 1e-3):,.0f}"


def table_1(bench):
    bench.say("## Table 1: small programs\n")
    bench.say("Executions, and blocked ones behind a `+`. Must's figures are the same as ours, with 19 MB.\n")
    bench.say("| program | TruSt | Concuerror | Must | Synod | seconds | executions/s | memory |")
    bench.say("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for row, program, test, expected, trust, concuerror in TABLE_1:
        r = bench.measure(program, test, "p2p")
        bench.say(f"| {row} | {trust} | {concuerror} | {expected:,} | {r['executions']:,} | {seconds(r['seconds'])} "
                  f"| {speed(r)} | {megabytes(r['peak'])} |")
        if r["executions"] != expected:
            bench.complain(f"{row} has {r['executions']} executions, not {expected}")
    bench.say()


def cell(paper, ours):
    """PAPER is (executions, seconds), (None, None): it took too long, or (): it has no such row."""
    was = "-" if not paper else "timeout" if paper[0] is None else f"{paper[0]:,} in {paper[1]:,} s"
    now = f"**{ours['executions']:,}**" if ours["is_done"] else f"over {ours['executions']:,}, about {about(ours)},"
    return f"{was} / {now} in {seconds(ours['seconds'])} s"


def about(ours):
    """By random probes."""
    estimate = ours.get("estimate") or 0
    return f"{estimate / 1e6:,.0f} million" if estimate >= 1e6 else "?"


def program_of(program, column):
    """Under asyn the chain is wrong: as in the paper, it is counted without checks."""
    return "unchecked" if program == "chain" and column == "asyn" else program


def comparison(bench, title, text, rows):
    bench.say(f"## {title}\n")
    bench.say(text + "\n")
    bench.say("| program | " + " | ".join(COLUMNS) + " | Synod: executions/s, memory (p2p) |")
    bench.say("| --- |" + " --- |" * (len(COLUMNS) + 1))
    found = {}
    for row, program, test, is_quick, paper in rows:
        if bench.settings.quick and not is_quick:
            continue
        ours = {c: bench.measure(program_of(program, c), test, c) for c in COLUMNS}
        cells = [cell((paper or ())[2 * i:2 * i + 2], ours[c]) for i, c in enumerate(COLUMNS)]
        p2p = ours["p2p"]
        bench.say(f"| {row} | " + " | ".join(cells) + f" | {speed(p2p)}, {megabytes(p2p['peak'])} |")
        found[row] = ours
    bench.say()
    return found


# ---- What must hold ----

def is_at_least(more, less):
    """None: not known, for one of them was not finished."""
    if more["executions"] >= less["executions"] and less["is_done"]:
        return True
    return False if more["is_done"] and less["is_done"] else None


def claim(bench, text, pairs):
    """PAIRS are (name, more, less)."""
    known = [(name, is_at_least(more, less)) for name, more, less in pairs]
    wrong = [name for name, holds in known if holds is False]
    decided = sum(holds is not None for _, holds in known)
    bench.say(f"* {text}: {decided - len(wrong)} of {decided}" + (f", not {', '.join(wrong)}" if wrong else ""))
    if wrong or not decided:
        bench.complain(text)


def check_trends(bench, found):
    bench.say("## Trends\n")
    claim(bench, "ordering messages lazily explores no more than eagerly",
          [(row, ours["p2p-eager"], ours["p2p"]) for row, ours in found.items()])
    for more, less in (("asyn", "p2p"), ("p2p", "cd"), ("cd", "mbox")):
        claim(bench, f"{less} has no more executions than {more}",
              [(row, ours[more], ours[less]) for row, ours in found.items()])
    # Not under p2p-eager: there, all messages have their place whether they are read or not.
    claim(bench, "selective receives have fewer executions than non-selective ones",
          [(f"{row}, {c}", found[row.replace("rlog", "rlog-nonsel")][c],
            dict(ours[c], executions=ours[c]["executions"] + 1))
           for row, ours in found.items() if row.replace("rlog", "rlog-nonsel") in found and "nonsel" not in row
           and row.startswith("rlog") for c in COLUMNS if c != "p2p-eager"])
    claim(bench, "a monitor adds executions, and takes none away",
          [(f"{row}, {c}", found[row + "+mon"][c], ours[c])
           for row, ours in found.items() if row + "+mon" in found for c in COLUMNS])
    check_chain(bench, found)
    check_mbox(bench, found)


def check_chain(bench, found):
    short, long = found["chain(0, 3)"], found["chain(0, 10)"]
    same = [c for c in COLUMNS[1:] if short[c]["executions"] == long[c]["executions"]]
    bench.say(f"* without faults the length of the chain makes no difference under {', '.join(same)}")
    if not {"p2p", "cd", "mbox"} <= set(same):
        bench.complain("the length of the chain makes a difference")


def check_mbox(bench, found):
    """Time for an execution, against p2p; where there is time to be measured."""
    ratios = {row: (ours["mbox"]["seconds"] / ours["mbox"]["executions"])
              / (ours["p2p"]["seconds"] / ours["p2p"]["executions"])
              for row, ours in found.items() if min(ours[c]["seconds"] for c in ("mbox", "p2p")) >= 0.05}
    if not ratios:
        bench.say("* mbox: too fast to be compared")
        return
    worst = max(ratios, key=ratios.get)
    bench.say(f"* an execution takes at most {ratios[worst]:.1f} times as long under mbox as under p2p ({worst}); "
              "up to 300 times in the paper")
    if ratios[worst] > 3:
        bench.complain("mbox is slower than 3 times p2p")


def goals(bench):
    bench.say("\n## Goals\n")
    bench.say("One core, models in C and in P.\n")
    bench.say("| program | executions | goal | Synod | executions/s | memory | TraceForge | Concuerror |")
    bench.say("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for row, program, c_test, p_test, expected, goal, traceforge, concuerror in GOALS:
        for language, runs in (("C", (program, c_test)), ("P", (f"bench/must/p/{program}.p", p_test))):
            r = bench.measure(*runs, "p2p")
            met = "" if r["seconds"] < goal else " **missed**"
            bench.say(f"| {row}, {language} | {r['executions']:,} | {goal} s | {r['seconds']:.2f} s{met} | {speed(r)} "
                      f"| {megabytes(r['peak'])} | {traceforge} | {concuerror} |")
            if r["executions"] != expected:
                bench.complain(f"{row} has {r['executions']} executions in {language}, not {expected}")
    peak = bench.measure("nworkers", "nworkers_9", "p2p")["peak"]
    bench.say(f"\nPeak memory of nworkers(9): {megabytes(peak)}, goal {megabytes(MOST_BYTES)}.")
    if peak >= MOST_BYTES:
        bench.complain("memory is not flat")


# ---- The report ----

def write_report(bench, path):
    compiler = subprocess.run(["gcc", "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    bench.write(path, "Synod and the tables of the Must paper", "bench/must/run.py",
                [f"compiler: {compiler}", "the paper's machine: MacBook Pro, 2 GHz quad-core Intel Core i5, 16 GB"])


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("synod")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--out")
    settings = parser.parse_args()
    if settings.quick:
        settings.runs = 1
    if settings.limit is None:
        settings.limit = 10 if settings.quick else 120
    return settings


def main():
    bench = Bench(arguments())
    bench.build()
    table_1(bench)
    found = comparison(bench, "Table 2: replication",
                       "Paper / **Synod**: executions in seconds. The paper's `rlog` is not public, and its chain is "
                       "another model; what must agree are the trends below.", TABLE_2)
    found |= comparison(bench, "Table 3: election and commit", "The same; these models are not public.", TABLE_3)
    check_trends(bench, found)
    goals(bench)
    if bench.settings.out:
        write_report(bench, bench.settings.out)
    return 0 if bench.is_good else 1


if __name__ == "__main__":
    sys.exit(main())
