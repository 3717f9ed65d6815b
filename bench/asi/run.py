#!/usr/bin/env python3
"""The tables 1 and 2 of the almost-synchronous paper with Synod's figures beside the paper's.

usage: run.py SYNOD [--quick] [--limit SECONDS] [--explicit SECONDS] [--memory MB] [--out FILE]

Every model is checked with --engine=asi, without any bound on queues, for at most --limit seconds (default 600, --quick:
20), and with --engine=explicit for at most --explicit seconds (default 60, --quick: 2), in --memory megabytes (default 8000).
--quick leaves out what takes long.

Exit code: 1 if a correct model is not proved, a mistake is not found, or German's protocol takes a minute.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from report import Report

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
OUT = os.path.join(ROOT, "bench", "out", "asi")
GOAL, GOAL_SECONDS = "German, 3 caches", 60

# ---- The paper's figures: lines, then states and h:mm of Zing with bounded queues and of ASI, as printed ----

TABLE_1 = {
    "Elevator": ("270", "1.4e6 in 0:22", "2.8e4 in 0:08"),
    "OSR": ("377", "3.1e5 in 0:16", "3.9e3 in 0:02"),
    "Truck Lifts": ("290", "3.3e7 in 2:07", "1.1e5 in 0:24"),
    "Time Sync (linear)": ("2200", "7.4e10 in 5:34", "1.0e7 in 3:07"),
    "German": ("280", "over 1e12, over 12 h", "4.7e8 in 2:32"),
    "Windows Phone USB": ("1440", "over 1e12, over 12 h", "2.4e9 in 3:48"),
}
TABLE_2 = {
    "Truck Lifts": ("950,005 in 1:17", "13,453 in 0:14"),
    "Time Sync (ring)": ("not found in 12 h", "129,973 in 1:37"),
    "German": ("595,723 in 0:44", "2,345 in 0:10"),
    "Windows Phone USB": ("1,616,157 in 2:04", "23,452 in 0:38"),
}

# ---- Our models ----

HUB = "usb-hub/model"
# The paper's model; ours; files, test; machines; is it quick.
CORRECT = [
    ("Elevator", "2 floors", ["elevator.p"], "tcElevator___floors_2", 7, True),
    ("Elevator", "3 floors", ["elevator.p"], "tcElevator___floors_3", 7, True),
    ("Elevator", "4 floors", ["elevator.p"], "tcElevator___floors_4", 7, True),
    ("OSR", "switches", ["osr.p"], "tcDriver___flips_true__requests_false", 7, True),
    ("OSR", "requests", ["osr.p"], "tcDriver___flips_false__requests_true", 7, True),
    ("OSR", "switches and requests", ["osr.p"], "tcDriver___flips_true__requests_true", 8, True),
    ("Truck Lifts", "2 lifts", ["lifts.p"], "tcLifts___lifts_2", 11, True),
    ("Truck Lifts", "3 lifts", ["lifts.p"], "tcLifts___lifts_3", 16, False),
    ("Time Sync (linear)", "3 nodes", ["timesync.p"], "tcLine___nodes_3__best_0", 7, True),
    ("Time Sync (linear)", "5 nodes", ["timesync.p"], "tcLine___nodes_5__best_0", 11, True),
    ("Time Sync (linear)", "7 nodes", ["timesync.p"], "tcLine___nodes_7__best_0", 15, False),
    ("Time Sync (linear)", "3 nodes, probes", ["timesync.p"], "tcLineWithProbes___nodes_3__best_0__probes_true", 7, True),
    ("Time Sync (ring)", "3 nodes", ["timesync.p"], "tcRing___nodes_3__isRing_true", 7, True),
    ("Time Sync (ring)", "5 nodes", ["timesync.p"], "tcRing___nodes_5__isRing_true", 11, True),
    ("Time Sync (ring)", "6 nodes", ["timesync.p"], "tcRing___nodes_6__isRing_true", 13, False),
    ("Time Sync (ring)", "3 nodes, probes", ["timesync.p"], "tcRingWithProbes___nodes_3__isRing_true__probes_true", 7,
     False),
    ("German", "2 caches", ["german.p"], "tcGerman___caches_2", 6, True),
    ("German", "3 caches", ["german.p"], "tcGerman___caches_3", 8, False),
    ("Windows Phone USB", "hub, calm", [HUB, "usb-hub/flaws/none.p"], "tcOneCalmPort", 14, True),
    ("Windows Phone USB", "hub", [HUB, "usb-hub/flaws/none.p"], "tcOnePort", 14, False),
]
ELEVATOR, OSR, LIFTS = (["%s.p" % name, "%s-buggy.p" % name] for name in ("elevator", "osr", "lifts"))
TIMESYNC, GERMAN = (["%s.p" % name, "%s-buggy.p" % name] for name in ("timesync", "german"))
FAULTY = [
    ("Elevator", "a timer forgets too early, 3 floors", ELEVATOR, "tcHastyTimer___floors_3", 7, True),
    ("Elevator", "a door answers twice, 3 floors", ELEVATOR, "tcEagerDoor___floors_3", 7, True),
    ("Elevator", "an obstacle is overlooked, 3 floors", ELEVATOR, "tcCarelessCabin___floors_3", 7, True),
    ("OSR", "an interrupt is not expected", OSR, "tcDeafDriver___flips_true__requests_true", 8, True),
    ("OSR", "asleep in a transfer", OSR, "tcHastyDriver___flips_true__requests_true", 8, True),
    ("OSR", "a transfer is answered twice", OSR, "tcHastyBar___flips_true__requests_true", 8, True),
    ("Truck Lifts", "both give way, 3 lifts", LIFTS, "tcPoliteLift___lifts_3", 16, True),
    ("Truck Lifts", "a call is forgotten, 3 lifts", LIFTS, "tcHastyLift___lifts_3", 16, True),
    ("Truck Lifts", "eGo is not expected, 3 lifts", LIFTS, "tcDeafLift___lifts_3", 16, True),
    ("Time Sync (ring)", "not only children, 5 nodes", TIMESYNC, "tcCredulousRing___nodes_5__isRing_true", 11, True),
    ("Time Sync (ring)", "early echoes, 5 nodes", TIMESYNC, "tcHastyRing___nodes_5__isRing_true", 11, True),
    ("Time Sync (linear)", "early echoes, 5 nodes", TIMESYNC, "tcHastyLine___nodes_5__best_2", 11, True),
    ("Time Sync (linear)", "a wave is not expected, 5 nodes", TIMESYNC, "tcDeafLine___nodes_5", 11, True),
    ("German", "one answer is enough, 3 caches", GERMAN, "tcHastyHome___caches_3", 8, True),
    ("German", "sharers are forgotten, 3 caches", GERMAN, "tcForgetfulHome___caches_3", 8, True),
    ("German", "eInvalidate is not expected, 3 caches", GERMAN, "tcSureCache___caches_3", 8, True),
    ("Windows Phone USB", "hub: a request outlives its device", [HUB, "usb-hub/flaws/late-completion.p"], "tcOnePort", 14,
     True),
    ("Windows Phone USB", "hub: a stopped timer rings", [HUB, "usb-hub/flaws/late-timeout.p"], "tcOnePort", 14, True),
    ("Windows Phone USB", "hub: ports are stopped while they start", [HUB, "usb-hub/flaws/hasty-removal.p"], "tcOnePort",
     14, True),
    ("Windows Phone USB", "hub: a transfer to who sleeps", [HUB, "usb-hub/flaws/early-transfer.p"], "tcOnePort", 14,
     False),
]

# ---- Runs ----


class Bench(Report):
    def __init__(self, settings):
        super().__init__()
        self.settings = settings
        self.synod = os.path.abspath(shutil.which(settings.synod) or settings.synod)
        self.measurer = os.path.join(OUT, "measure")
        os.makedirs(OUT, exist_ok=True)
        subprocess.run(["gcc", "-O2", "-o", self.measurer, os.path.join(ROOT, "bench", "peers", "measure.c")], check=True)

    def rows(self, table):
        return [row for row in table if row[-1] or not self.settings.quick]

    def check(self, engine, files, test, limit):
        """The result, with CPU seconds and the peak of memory; a verdict `failed` where there is none."""
        report, numbers = os.path.join(OUT, "result.json"), os.path.join(OUT, "measure.txt")
        if os.path.exists(report):
            os.remove(report)
        command = [self.synod, "check", "--quiet", "--no-shrink", f"--engine={engine}", "-t", test, f"--max-time={limit}",
                   f"--max-memory={self.settings.memory}", f"--json={report}", *(os.path.join(HERE, f) for f in files)]
        subprocess.run([self.measurer, numbers, str(limit + 60), *command], cwd=ROOT, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(numbers) as f:
            status, cpu, _, peak = f.read().split()
        if status not in ("0", "1", "3"):
            self.complain(f"{test}: exit code {status}")
            return dict(verdict="failed", states=0, cpu=float(cpu), peak=int(peak), reduction={})
        with open(report) as f:
            return dict(json.load(f)["results"][0], cpu=float(cpu), peak=int(peak))

    def asi(self, row, wanted):
        name, ours, files, test, _, _ = row
        found = self.check("asi", files, test, self.settings.limit)
        if found["verdict"] != wanted:
            self.complain(f"{name}, {ours}: {found['verdict']}, expected {wanted}")
        if f"{name}, {ours}" == GOAL and found["cpu"] >= GOAL_SECONDS:
            self.complain(f"{GOAL}: {found['cpu']:.0f} s, goal {GOAL_SECONDS}")
        return found

    def explicit(self, row):
        return self.check("explicit", row[2], row[3], self.settings.explicit)


def lines_of_code(files):
    """Without comments and empty lines; of folders, all programs in them."""
    paths = []
    for name in files:
        path = os.path.join(HERE, name)
        paths += [os.path.join(path, f) for f in os.listdir(path) if f.endswith(".p")] if os.path.isdir(path) else [path]
    count = 0
    for path in paths:
        with open(path) as f:
            count += sum(1 for line in f if re.sub(r"//.*", "", line).strip())
    return count


# ---- Tables ----

def seconds(n):
    return f"{n:.2f} s" if n < 10 else f"{n:.0f} s"


def cells(found):
    """Verdict, states, time, memory and the longest queue of a search by asi."""
    verdict = {"proved": "**proved**", "violated": "**found**"}.get(found["verdict"], found["verdict"])
    queue = f"{found['reduction'].get('longest_queue', '-')}{'+' if found['reduction'].get('tails') else ''}"
    return [verdict, f"{found['states']:,}", seconds(found["cpu"]), f"{found['peak'] / 2**20:.0f} MB", queue]


def explicit_cell(found):
    if found["verdict"] == "unknown":
        return f"not finished, {found['states']:,} states"
    word = {"exhausted": "holds", "violated": "found"}.get(found["verdict"], "failed")
    return f"{word}, {found['states']:,} in {seconds(found['cpu'])}"


def head(bench, columns):
    bench.say("| " + " | ".join(columns) + " |")
    bench.say("|" + " --- |" * len(columns))


def table_1(bench):
    bench.say("## Table 1: proofs\n")
    bench.say("Zing bounds how often an event may be in a queue; ASI and Synod have no bounds. States, hours and minutes of the "
              "paper. Ours: CPU time from exec to exit (asi has one thread); the longest queue in messages, with a + where "
              "more came and were known without their order; explicit is Synod's engine for every state, without bounds too, and "
              f"was stopped after {bench.settings.explicit} s.\n")
    head(bench, ["paper's model", "ours", "lines: paper, ours", "machines", "Zing (paper)", "ASI (paper)", "Synod asi", "states",
                 "time", "memory", "longest queue", "Synod explicit"])
    last = None
    for row in bench.rows(CORRECT):
        name, ours, files, _, machines, _ = row
        lines, zing, asi = TABLE_1.get(name, ("-", "-", "-")) if name != last else ("", "", "")
        last = name
        own = lines_of_code(files)
        bench.say("| " + " | ".join([name, ours, f"{lines}, {own}" if lines else f"{own}", str(machines), zing, asi,
                                     *cells(bench.asi(row, "proved")), explicit_cell(bench.explicit(row))]) + " |")
    bench.say()


def table_2(bench):
    bench.say("## Table 2: mistakes\n")
    bench.say("Which mistakes the paper's models had is not known. Those of ours are told in the models, at `WRONG`.\n")
    head(bench, ["paper's model", "mistake of ours", "machines", "Zing (paper)", "ASI (paper)", "Synod asi", "states", "time",
                 "memory", "longest queue", "Synod explicit"])
    last = None
    for row in bench.rows(FAULTY):
        name, ours, _, _, machines, _ = row
        zing, asi = TABLE_2.get(name, ("-", "-")) if name != last else ("", "")
        last = name
        bench.say("| " + " | ".join([name, ours, str(machines), zing, asi, *cells(bench.asi(row, "violated")),
                                     explicit_cell(bench.explicit(row))]) + " |")
    bench.say()


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("synod")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--explicit", type=int)
    parser.add_argument("--memory", type=int, default=8000)
    parser.add_argument("--out")
    settings = parser.parse_args()
    settings.limit = settings.limit or (20 if settings.quick else 600)
    settings.explicit = settings.explicit or (2 if settings.quick else 60)
    return settings


def main():
    bench = Bench(arguments())
    table_1(bench)
    table_2(bench)
    if bench.settings.out:
        bench.write(bench.settings.out, "Synod and the tables of the almost-synchronous paper", "bench/asi/run.py",
                    ["the paper's machine: Intel Xeon E5-2440, 2.4 GHz, 12 cores, 160 GB; Zing with 24 threads"])
    return 0 if bench.is_good else 1


if __name__ == "__main__":
    sys.exit(main())
