#!/usr/bin/env python3
"""Runs small settings of bench/asi with --engine=asi, without bounds on queues.

usage: asi.py SYNOD ROOT [quick]

Above every test stands its verdict: `// expect: holds` or `// expect: violated: TEXT`.  `quick`, for slow builds,
skips tests with more than some thousand states.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

MODELS = ["elevator", "german", "lifts", "osr", "timesync"]
EXPECT = re.compile(r"^// expect: (holds|violated: \S.*)\ntest (?:param \(.*?\) )?(?:assume \(.*?\) )?(\w+) \[main", re.M)
TEST = re.compile(r"^test\b", re.M)
SHORT = 7  # messages: what searches here keep in their queues

# Senders without end.  Model, test, is it small.
ENDLESS = [
    ("elevator", "tcElevator___floors_2", True),
    ("osr", "tcDriver___flips_true__requests_false", True),
    ("osr", "tcDriver___flips_false__requests_true", False),
    ("german", "tcGerman___caches_2", False),
    ("lifts", "tcLifts___lifts_2", False),
    ("timesync", "tcLine___nodes_4__best_2", True),
    ("timesync", "tcRing___nodes_4__isRing_true", True),
    ("timesync", "tcLineWithProbes___nodes_3__best_2__probes_true", False),
]
# Mistakes.
FAULTY = [
    ("elevator", "tcHastyTimer___floors_2", True),
    ("elevator", "tcEagerDoor___floors_2", True),
    ("elevator", "tcCarelessCabin___floors_2", True),
    ("osr", "tcDeafDriver___flips_true__requests_true", True),
    ("osr", "tcHastyDriver___flips_true__requests_true", True),
    ("osr", "tcHastyBar___flips_true__requests_true", True),
    ("german", "tcHastyHome___caches_3", False),
    ("german", "tcForgetfulHome___caches_2", True),
    ("german", "tcSureCache___caches_2", True),
    ("lifts", "tcPoliteLift___lifts_2", True),
    ("lifts", "tcHastyLift___lifts_2", True),
    ("lifts", "tcDeafLift___lifts_2", False),
    ("timesync", "tcCredulousRing___nodes_4__isRing_true", True),
    ("timesync", "tcHastyLine___nodes_4__best_2", True),
    ("timesync", "tcHastyRing___nodes_4__isRing_true", True),
    ("timesync", "tcDeafLine___nodes_4", True),
]
# What comes to an end: explicit and asi agree.
BOUNDED = [
    ("elevator", "tcTiredUser", True),
    ("osr", "tcTired___flips_true__requests_true__times_1", True),
    ("german", "tcTired___caches_2__accesses_2", True),
    ("lifts", "tcDeadGauge___lifts_2", False),
    ("timesync", "tcTired", True),
]


class Folder:
    def __init__(self, synod, root, temporary):
        self.synod, self.path = synod, os.path.join(root, "bench", "asi")
        self.result = os.path.join(temporary, "result.json")
        self.claims, self.problems = {}, []

    def files(self, model):
        return [os.path.join(self.path, name) for name in (f"{model}.p", f"{model}-buggy.p")]

    def complain(self, model, test, text):
        self.problems.append(f"{model} {test}: {text}")

    def read(self, model):
        """What its tests expect; and that it compiles."""
        done = subprocess.run([self.synod, "compile", "--warnings=error", *self.files(model)], capture_output=True, text=True)
        if done.returncode != 0:
            self.complain(model, "", done.stderr)
        for path in self.files(model):
            with open(path) as f:
                text = f.read()
            found = EXPECT.findall(text)
            self.claims.update({(model, test): claim for claim, test in found})
            if len(found) != len(TEST.findall(text)):
                self.complain(model, "", f"{path}: a test does not say what to expect")

    def check(self, model, test, engine, *options):
        command = [self.synod, "check", "--quiet", "--no-shrink", f"--engine={engine}", "--max-time=60", *options, "-t", test,
                   f"--json={self.result}", *self.files(model)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode not in (0, 1, 3):
            self.complain(model, test, f"exit code {done.returncode}: {done.stderr}")
            return []
        with open(self.result) as f:
            return json.load(f)["results"]

    def judge(self, model, test, result, good):
        """GOOD is the verdict of what holds."""
        kind, _, message = self.claims[model, test.split("___")[0]].partition(": ")
        violation = (result.get("violation") or {}).get("message", "")
        if result["verdict"] != ("violated" if kind == "violated" else good) or message not in violation:
            self.complain(model, result["test"], f"{result['verdict']} {violation}, expected {kind} {message}")


def check_endless(folder, model, test):
    for result in folder.check(model, test, "asi"):
        folder.judge(model, test, result, "proved")
        longest = result["reduction"]["longest_queue"]
        if longest > SHORT:
            folder.complain(model, test, f"a queue of {longest} messages")
        more = 2 * result["states"] + 10000
        for explicit in folder.check(model, test, "explicit", f"--max-states={more}"):
            if explicit["verdict"] != "unknown":
                folder.complain(model, test, f"explicit says {explicit['verdict']}: is there no sender without end?")


def check_bounded(folder, model, test):
    for engine, good in (("asi", "proved"), ("explicit", "exhausted")):
        for result in folder.check(model, test, engine):
            folder.judge(model, test, result, good)


def check_all(folder, is_quick):
    for model in MODELS:
        folder.read(model)
    for model, test, is_small in ENDLESS:
        if is_small or not is_quick:
            check_endless(folder, model, test)
    for model, test, is_small in FAULTY:
        if is_small or not is_quick:
            for result in folder.check(model, test, "asi"):
                folder.judge(model, test, result, "proved")
                if result["options"].get("stops_at_sends") and result["verdict"] == "violated":
                    folder.complain(model, test, "its trace is not in ordinary moves")
    for model, test, is_small in BOUNDED:
        if is_small or not is_quick:
            check_bounded(folder, model, test)


def main():
    synod, root = map(os.path.abspath, sys.argv[1:3])
    with tempfile.TemporaryDirectory() as temporary:
        folder = Folder(synod, root, temporary)
        check_all(folder, "quick" in sys.argv[3:])
    print("\n".join(folder.problems))
    print(f"{len(folder.claims)} claims, {len(folder.problems)} problems")
    return 1 if folder.problems or not folder.claims else 0


if __name__ == "__main__":
    sys.exit(main())
