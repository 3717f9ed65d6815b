#!/usr/bin/env python3
"""The tables 3.2, 3.3 and 4.1 of Bokor's thesis with Synod's figures beside its own, and stubborn sets with symmetry.

usage: run.py SYNOD [--quick] [--limit SECONDS] [--memory MB] [--out FILE]

Every search runs once, on one core, for at most --limit seconds (default 60, --quick: 5) in --memory megabytes (default
4000, as much as the thesis had); what takes longer is shown with how far it got.  --quick leaves the largest settings out.

Exit code: 1 if a verdict is not what the model says above its test, if a reduction has more states than the
search that it reduces, or if a goal is missed.
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
OUT = os.path.join(ROOT, "bench", "out", "thesis")
EXPECT = re.compile(r"^// expect: (holds|violated).*\ntest param \([^)]*\)\s+(\w+)", re.M)

# ---- Searches ----


def reduced(por="off", split="both", symmetry="off", dead="drop"):
    return ["--engine=reduced", f"--por={por}", f"--split={split}", f"--symmetry={symmetry}", f"--dead-messages={dead}"]


EXPLICIT = ["--engine=explicit"]
DPOR = ["--engine=dpor"]
FULL = reduced(dead="keep")
DROPPED = reduced()
SYMMETRY = reduced(symmetry="exact")
BOTH = {por: reduced(por, symmetry="exact") for por in ("lpor", "nes")}
DEFAULT = ["--engine=reduced"]
SPLITS = ["none", "quorum", "reply", "both"]

# ---- The thesis' figures: states and time, as printed ----

# Protocol, model, test; None, Naive, Algorithm 1; the test of the composed model.
TABLE_3_2 = [
    ("Paxos, safety", "paxos", "tcPaxos_2_3_0", "tcComposed_2_3_0",
     ("1,591,897 in 268 s", "795,945 in 226 s", "136,915 in 32 s")),
    ("Paxos, wrong safety", "paxos", "tcWrongSafety_2_3_0", "tcComposedWrong_2_3_0",
     ("649,301 in 61 s", "325,074 in 226 s", "57,677 in 12 s")),
    ("Faulty Paxos, safety", "paxos", "tcEager_2_3_0", None,
     ("1,114,891 in 126 s", "562,298 in 122 s", "101,239 in 20 s")),
    ("OM(1), 3 lieutenants", "oral", "tcOral_3_1", "tcComposed_3_1",
     ("1,797 in 0.1 s", "941 in 3 s", "345 in 0.1 s")),
    ("OM(1), 4 lieutenants", "oral", "tcOral_4_1", "tcComposed_4_1",
     ("150,417 in 9.6 s", "26,401 in 17 s", "6,999 in 7.4 s")),
    ("OM(1), 5 lieutenants", "oral", "tcOral_5_1", "tcComposed_5_1",
     ("out of memory", "2,402,167 in 4h", "490,839 in 2h")),
    ("Faulty OM(1), 3 lieutenants", "oral", "tcOral_3_2", "tcComposed_3_2",
     ("934 in 0.1 s", "843 in 2.9 s", "200 in 0.1 s")),
]
# LPOR; None, Quorum, Reply, Combined.
TABLE_3_3 = [
    ("Paxos (2,3,1), safety", "paxos", "tcPaxos_2_3_1",
     ("2,822,764 in 9h37m", "1,826,560 in 11h28m", "1,087,486 in 3h47m", "548,061 in 3h30m")),
    ("Faulty Paxos (2,3,1), safety", "paxos", "tcCareless_2_3_1",
     ("279 in 10s", "279 in 10s", "105 in 8s", "105 in 8s")),
    ("Echo Multicast (3,0,1,1), agreement", "echo", "tcEcho_3_0_1_1",
     ("652 in 12s", "232 in 12s", "652 in 12s", "232 in 12s")),
    ("Echo Multicast (2,1,0,1), agreement", "echo", "tcEcho_2_1_0_1",
     ("2,787 in 31s", "2,787 in 31s", "1,165 in 18s", "1,165 in 18s")),
    ("Echo Multicast (3,1,1,1), agreement", "echo", "tcEcho_3_1_1_1",
     ("12,023,663, over 48h", "7,600,843, over 48h", "over 10,472,557, over 48h", "7,087,193 in 42h21m")),
    ("Echo Multicast (2,1,2,1), wrong agreement", "echo", "tcEcho_2_1_2_1",
     ("48 in 6s", "48 in 9s", "48 in 7s", "48 in 9s")),
    ("Regular storage (3,1), regularity", "storage", "tcStorage_3_1",
     ("20,039 in 3m4s", "18,451 in 4m31s", "18,451 in 3m13s", "18,451 in 4m32s")),
    ("Regular storage (3,2), wrong regularity", "storage", "tcWrong_3_2",
     ("41,331 in 6m46s", "29,877 in 9m51s", "6,969 in 1m32s", "6,987 in 2m34s")),
]
# None, DPOR, LPOR stateless, LPOR-NET, LPOR, the faster of its two implementations; the test that counts messages.
TABLE_4_1 = [
    ("Paxos (2,3,1), safety", "paxos", "tcPaxos_2_3_1", "tcCounting_2_3_1",
     ("over 38 million, over 192h", "3,305,752 in 22h53m", "1,118,341 in 6h14m", "1,130,234 in 6h59m",
      "548,061 in 3h18m")),
    ("Faulty Paxos (2,3,1), safety", "paxos", "tcCareless_2_3_1", None,
     ("238,790 in 1h34m", "2,028 in 50s", "3,489 in 1m16s", "3,489 in 1m43s", "3,415 in 1m40s")),
    ("Faulty Paxos II (3,3,1), safety", "paxos", "tcForgetful_3_3_1", "tcCountingForgetful_3_3_1",
     ("over 16 million, over 192h", "21,177 in 12m31s", "175,725 in 1h24m", "173,414 in 1h25m", "173,414 in 1h28m")),
    ("Register (3,1), regularity", "storage", "tcStorage_3_1", "tcCounting_3_1",
     ("287,638 in 47m", "27,763 in 6m50s", "27,763 in 5m57s", "18,451 in 4m32s", "18,451 in 4m36s")),
    ("Register (3,1), wrong regularity", "storage", "tcWrong_3_1", "tcCountingWrong_3_1",
     ("7,619 in 1m52s", "2,344 in 40s", "4,654 in 1m4s", "3,497 in 55s", "3,497 in 58s")),
    ("Register (3,2), wrong regularity", "storage", "tcWrong_3_2", "tcCountingWrong_3_2",
     ("24,939,222 in 181h", "11,235 in 3m56s", "11,235 in 3m37s", "6,987 in 2m32s", "6,987 in 2m34s")),
    ("Multicast (3,1,1,0), agreement", "echo", "tcEcho_3_1_1_0", "tcCounting_3_1_1_0",
     ("7,279 in 1m34s", "7,945 in 1m46s", "2,674 in 38s", "6,607 in 1m29s", "2,178 in 59s or less")),
    ("Multicast (4,1,1,0), agreement", "echo", "tcEcho_4_1_1_0", "tcCounting_4_1_1_0",
     ("102,058 in 28m13s", "183,265 in 44m45s", "24,382 in 6m12s", "94,186 in 26m26s", "12,494 in 3m34s")),
    ("Multicast (2,1,2,1), wrong agreement", "echo", "tcFickle_2_1_2_1", "tcCountingFickle_2_1_2_1",
     ("7,543 in 3m32s", "4,890 in 2m8s", "4,890 in 1m57s", "2,139 in 1m4s", "2,139 in 1m47s")),
]
# Protocol, model, test, is it quick.
COMBINED = [
    ("Paxos (2,3,1)", "paxos", "tcPaxos_2_3_1", True),
    ("Paxos (2,3,1), single messages", "paxos", "tcCounting_2_3_1", True),
    ("Paxos (3,3,1)", "paxos", "tcPaxos_3_3_1", False),
    ("Paxos (3,3,1), single messages", "paxos", "tcCounting_3_3_1", False),
    ("Paxos (2,5,1)", "paxos", "tcPaxos_2_5_1", False),
    ("Paxos (3,5,1)", "paxos", "tcPaxos_3_5_1", False),
    ("frugal Paxos (2,3,1)", "paxos", "tcFrugal_2_3_1", True),
    ("frugal Paxos (3,3,1)", "paxos", "tcFrugal_3_3_1", True),
    ("frugal Paxos (3,5,1)", "paxos", "tcFrugal_3_5_1", False),
    ("Paxos (2,3), no learner", "paxos", "tcPaxos_2_3_0", True),
    ("OM(1), 3 lieutenants", "oral", "tcOral_3_1", True),
    ("OM(1), 3 lieutenants, single messages", "oral", "tcCounting_3_1", True),
    ("OM(1), 4 lieutenants", "oral", "tcOral_4_1", True),
    ("OM(1), 4 lieutenants, single messages", "oral", "tcCounting_4_1", True),
    ("OM(1), 5 lieutenants", "oral", "tcOral_5_1", False),
    ("Echo (3,0,1,1)", "echo", "tcEcho_3_0_1_1", True),
    ("Echo (3,0,1,1), single messages", "echo", "tcCounting_3_0_1_1", True),
    ("Echo (4,1,1,0)", "echo", "tcEcho_4_1_1_0", True),
    ("Echo (3,1,1,1)", "echo", "tcEcho_3_1_1_1", True),
    ("Echo (3,1,1,1), single messages", "echo", "tcCounting_3_1_1_1", False),
    ("Echo (4,1,1,1)", "echo", "tcEcho_4_1_1_1", False),
    ("Storage (3,1)", "storage", "tcStorage_3_1", True),
    ("Storage (3,1), single messages", "storage", "tcCounting_3_1", True),
    ("Storage (3,2)", "storage", "tcStorage_3_2", True),
    ("Storage (3,2), single messages", "storage", "tcCounting_3_2", True),
    ("Storage (5,1)", "storage", "tcStorage_5_1", False),
    ("Storage (5,2)", "storage", "tcStorage_5_2", False),
]
# Protocol, model, test, seconds (None: the limit of a run).
GOALS = [
    ("Paxos (2,3,1)", "paxos", "tcPaxos_2_3_1", 1),
    ("frugal Paxos (2,3,1)", "paxos", "tcFrugal_2_3_1", 1),
    ("frugal Paxos (3,5,1)", "paxos", "tcFrugal_3_5_1", None),
    ("Paxos (3,5,1)", "paxos", "tcPaxos_3_5_1", 300),
]

# ---- Runs ----


class Bench(Report):
    def __init__(self, settings):
        super().__init__()
        self.settings = settings
        self.synod = os.path.abspath(shutil.which(settings.synod) or settings.synod)
        self.core = min(os.sched_getaffinity(0))
        self.measurer = os.path.join(OUT, "measure")
        self.known = {}
        os.makedirs(OUT, exist_ok=True)
        subprocess.run(["gcc", "-O2", "-o", self.measurer, os.path.join(ROOT, "bench", "peers", "measure.c")],
                       check=True)
        self.expected = {model: read_expected(model) for model in ("paxos", "oral", "echo", "storage")}

    def measure(self, model, test, options, limit=None):
        key = (model, test, *options, limit)
        if key not in self.known:
            self.known[key] = self.once(model, test, options, limit or self.settings.limit)
            self.judge(model, test, options, self.known[key])
        return self.known[key]

    def once(self, model, test, options, limit):
        report, numbers = os.path.join(OUT, "result.json"), os.path.join(OUT, "measure.txt")
        if os.path.exists(report):
            os.remove(report)
        command = [self.synod, "check", "--quiet", "--network=bag", "-j1", "--no-shrink", "-t", test, *options,
                   f"--max-time={limit}", f"--max-memory={self.settings.memory}", f"--json={report}",
                   os.path.join(HERE, model + ".p")]
        subprocess.run([self.measurer, numbers, str(limit + 60), *command], cwd=ROOT, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       preexec_fn=lambda: os.sched_setaffinity(0, {self.core}))
        with open(numbers) as f:
            status, cpu, _, peak = f.read().split()
        if status not in ("0", "1", "3"):
            self.complain(f"{test} {' '.join(options)}: exit code {status}")
            return dict(verdict="failed", count=0, seconds=float(cpu), peak=int(peak))
        with open(report) as f:
            result = json.load(f)["results"][0]
        count = result["executions"] + result["blocked"] if options == DPOR else result["states"]
        return dict(verdict=result["verdict"], count=count, seconds=float(cpu), peak=int(peak))

    def judge(self, model, test, options, found):
        """Holds, violated, or a limit that came first."""
        wanted = {"holds": "exhausted", "violated": "violated"}[self.expected[model][test]]
        if found["verdict"] not in (wanted, "unknown", "failed"):
            self.complain(f"{test} {' '.join(options)}: {found['verdict']}, expected {wanted}")


def read_expected(model):
    with open(os.path.join(HERE, model + ".p")) as f:
        return {test: verdict for verdict, test in EXPECT.findall(f.read())}


# ---- Tables ----

def seconds(n):
    return f"{n:.2f} s" if n < 10 else f"{n:.0f} s"


def cell(found, what=""):
    if found is None:
        return "-"
    if found["verdict"] == "failed":
        return "failed"
    text = f"{found['count']:,}{what} in {seconds(found['seconds'])}"
    return f"over {text}" if found["verdict"] == "unknown" else f"**{text}**"


def head(bench, title, text, columns):
    bench.say(f"## {title}\n")
    bench.say(text + "\n")
    bench.say("| " + " | ".join(columns) + " |")
    bench.say("|" + " --- |" * len(columns))


def row(bench, cells):
    bench.say("| " + " | ".join(cells) + " |")


def table_3_2(bench):
    head(bench, "Table 3.2: symmetry",
         "Thesis / **Synod**. Each process does all (`none`, `naive`: Synod's composed models), or has one role "
         "(`Algorithm 1`). Synod's searches have no stubborn sets, and drop dead messages; the last column has "
         "stubborn sets too.",
         ["protocol", "none", "naive", "Algorithm 1", "Synod, one role, no symmetry", "... explicit",
          "... all reductions"])
    for name, model, test, composed, paper in TABLE_3_2:
        plain, naive = ((bench.measure(model, composed, options) for options in (DROPPED, SYMMETRY)) if composed
                        else (None, None))
        row(bench, [name, f"{paper[0]} / {cell(plain)}", f"{paper[1]} / {cell(naive)}",
                    f"{paper[2]} / {cell(bench.measure(model, test, SYMMETRY))}",
                    cell(bench.measure(model, test, DROPPED)), cell(bench.measure(model, test, EXPLICIT)),
                    cell(bench.measure(model, test, BOTH["nes"]))])
    bench.say()


def table_3_3(bench):
    head(bench, "Table 3.3: splits of transitions",
         "Thesis (LPOR) / **Synod's LPOR** / **Synod's default** (`nes`), without symmetry. Dead messages are dropped. "
         "Synod's sets are of machines, and whom a machine may answer is known from the references that it has: so on a "
         "bag replies need no split, and quorums make a difference to `nes`, which silences some senders, and none to "
         "LPOR, which silences all.",
         ["protocol", "none", "quorum", "reply", "combined", "Synod, no stubborn sets"])
    for name, model, test, paper in TABLE_3_3:
        cells = [" / ".join([figure, *(cell(bench.measure(model, test, reduced(por, split))) for por in ("lpor", "nes"))])
                 for figure, split in zip(paper, SPLITS)]
        row(bench, [name, *cells, cell(bench.measure(model, test, DROPPED))])
    bench.say()


def table_4_1(bench):
    head(bench, "Table 4.1: stubborn sets",
         "Thesis / **Synod**. `none` keeps dead messages and is given as the explicit engine has it, which counts the "
         "messages of a quorum as they arrive, and as a search that takes them together. DPOR is Synod's "
         "`--engine=dpor` on the model that counts messages, in executions rather than states. The thesis' `LPOR "
         "stateless` and `LPOR-NET` have no counterpart.",
         ["protocol", "none", "none, quorums together", "DPOR", "stateless", "-NET", "LPOR", "Synod, nes"])
    for name, model, test, counting, paper in TABLE_4_1:
        dpor = bench.measure(model, counting, DPOR) if counting else None
        row(bench, [name, f"{paper[0]} / {cell(bench.measure(model, test, EXPLICIT))}",
                    cell(bench.measure(model, test, FULL)), f"{paper[1]} / {cell(dpor, ' executions')}", paper[2], paper[3],
                    f"{paper[4]} / {cell(bench.measure(model, test, reduced('lpor')))}",
                    cell(bench.measure(model, test, reduced("nes")))])
    bench.say()


def combined(bench):
    head(bench, "Stubborn sets with symmetry",
         "States and CPU seconds. The thesis names this combination as what is to be done next; it has no figures. From "
         "left to right: every state as the explicit engine has it; quorums taken together; without dead messages (as all "
         "that follow); stubborn sets; symmetry; both; and as Synod does it when nothing is said (`nes`, and symmetry "
         "where it pays).",
         ["setting", "explicit", "full", "dropped", "lpor", "nes", "symmetry", "lpor + symmetry", "nes + symmetry",
          "default"])
    searches = [EXPLICIT, FULL, DROPPED, reduced("lpor"), reduced("nes"), SYMMETRY, BOTH["lpor"], BOTH["nes"], DEFAULT]
    for name, model, test, is_quick in COMBINED:
        if is_quick or not bench.settings.quick:
            found = [bench.measure(model, test, options) for options in searches]
            row(bench, [name, *map(cell, found)])
            check_order(bench, name, found)
    bench.say()


def check_order(bench, name, found):
    """A subgraph or quotient has no more states."""
    _, full, dropped, lpor, nes, symmetry, lpor_symmetry, nes_symmetry, _ = found
    for what, less, more in [("without dead messages", dropped, full), ("lpor", lpor, dropped),
                             ("nes", nes, dropped), ("symmetry", symmetry, dropped),
                             ("lpor + symmetry", lpor_symmetry, symmetry),
                             ("nes + symmetry", nes_symmetry, symmetry)]:
        if less["verdict"] == more["verdict"] == "exhausted" and less["count"] > more["count"]:
            bench.complain(f"{name}: {what} has {less['count']:,} states, more than {more['count']:,}")


def goals(bench):
    bench.say("## Goals\n")
    bench.say("With `--engine=reduced`, and all else as it is by default. Frugal proposers send to a majority, as section "
              "2.3 of the thesis has it; the others to all acceptors, as its figure 6.2.\n")
    for name, model, test, goal in GOALS:
        if bench.settings.quick and goal and goal > 60:
            continue
        found = bench.measure(model, test, DEFAULT, max(bench.settings.limit, goal or 60, 60))
        is_met = found["verdict"] == "exhausted" and found["seconds"] < (goal or 60 + bench.settings.limit)
        bench.say(f"* {name} verified" + (f" in under {goal} s" if goal else "") + f": {cell(found)}, "
                  f"{found['peak'] / 2**20:.0f} MB" + ("" if is_met else " **missed**"))
        bench.is_good &= is_met
    bench.say()


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("synod")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--memory", type=int, default=4000)
    parser.add_argument("--out")
    settings = parser.parse_args()
    settings.limit = settings.limit or (5 if settings.quick else 60)
    return settings


def main():
    bench = Bench(arguments())
    goals(bench)
    table_3_2(bench)
    table_3_3(bench)
    table_4_1(bench)
    combined(bench)
    if bench.settings.out:
        bench.write(bench.settings.out, "Synod and the tables of Bokor's thesis", "bench/thesis/run.py",
                    [f"at most {bench.settings.limit} s and {bench.settings.memory} MB for a search, on one core",
                     "the thesis: P. Bokor, Efficient Verification of Fault-Tolerant Message-Passing Protocols, TU "
                     "Darmstadt 2011; its machines: Xeon, 2 GHz, 4 GB; table 3.2 with Murphi, the others with MP-Basset"])
    return 0 if bench.is_good else 1


if __name__ == "__main__":
    sys.exit(main())
