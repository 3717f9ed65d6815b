#!/usr/bin/env python3
"""Runs small settings of bench/thesis: verdicts of both engines, and counts that are derived by hand.

usage: thesis.py SYNOD ROOT [quick]

`quick`, for slow builds, skips tests with more than some thousand states.
"""
import json
import math
import os
import subprocess
import sys
import tempfile

EXPLICIT = ["--engine=explicit"]
DROPPED = ["--engine=reduced", "--por=off", "--symmetry=off"]
FULL = [*DROPPED, "--dead-messages=keep"]
SYMMETRY = ["--engine=reduced", "--por=off", "--symmetry=exact"]
REDUCED = [["--engine=reduced"], ["--engine=reduced", "--por=lpor", "--symmetry=off"],
           ["--engine=reduced", "--por=nes", "--split=none", "--dead-messages=keep"],
           ["--engine=reduced", "--symmetry=exact"], SYMMETRY]


def paxos(acceptors):
    """One proposer, messages counted.  An acceptor has its prepare on its way, its promise, or neither.  With less than
    a majority counted, that is all.  Then the proposer halts, and each acceptor also has its accept on its way, its
    vote, or neither.  If its promise is on its way, and it has accepted, it promised before that or after it."""
    majority = acceptors // 2 + 1
    before = sum(math.comb(acceptors, c) * 2 ** (acceptors - c) for c in range(majority))
    after = sum(math.comb(acceptors, c) * (3 + 5) ** (acceptors - c) * 3 ** c for c in range(majority, acceptors + 1))
    return starting(acceptors + 2) + before + after


def oral(lieutenants):
    """No traitors, messages counted.  S of them have their orders.  A relay of one of those is on its way or counted;
    or it is with somebody who has no order yet, in a queue.  When all relays are counted, a lieutenant is about to
    obey, or has obeyed.  All of it twice: attack or not."""
    def queues(n):  # of some of n messages
        return sum(math.perm(n, k) for k in range(n + 1))
    some = sum(math.comb(lieutenants, s) * 2 ** (s * (s - 1)) * queues(s) ** (lieutenants - s) for s in range(lieutenants))
    every = (2 ** (lieutenants - 1) + 1) ** lieutenants
    return 1 + 2 * (lieutenants + 1 + some + every)


def starting(machines):
    """The initial state, and some of the machines still to begin."""
    return 1 + machines


# Model, test, options, states.
COUNTS = [
    ("paxos", "tcCounting_1_3_1", EXPLICIT, paxos(3)),
    ("paxos", "tcCounting_1_5_1", EXPLICIT, paxos(5)),
    ("paxos", "tcCounting_1_3_1", FULL, paxos(3) - starting(5)),
    # Two promises are taken together, and two votes.  Before: any of 3 acceptors has promised, 8.  After: an acceptor
    # has accepts on their way, votes, or two of them have been learned from, 14; all promises are gone, or that of one:
    # its prepare is on its way (14), or its promise (23, for it may have accepted before).
    ("paxos", "tcPaxos_1_3_1", FULL, 8 + 14 + 3 * (14 + 23)),
    # Afterwards a promise has nobody who wants it: one prepare is still on its way, or none.
    ("paxos", "tcPaxos_1_3_1", DROPPED, 8 + 14 + 3 * 14),
    # Acceptors are known by nothing but how far they are: 4; 6; and 10 with one whose prepare is on its way.
    ("paxos", "tcPaxos_1_3_1", SYMMETRY, 4 + 6 + 10),
    ("oral", "tcCounting_3_0", EXPLICIT, oral(3)),
    ("oral", "tcCounting_4_0", EXPLICIT, oral(4)),
    # Fewer than 2 of 3 acknowledgements counted: 8 + 3 * 4.  The writer is about to say so; the third write or
    # acknowledgement is on its way, or in its queue: 3 * 3.  It has halted: 1 + 3 * 2.
    ("storage", "tcCounting_3_0", EXPLICIT, starting(4) + 20 + 9 + 7),
    # All 3 echoes are needed, so a receiver has its text on the way, its echo, or neither, and afterwards its
    # commit, is about to deliver it, or has.
    ("echo", "tcCounting_3_1_0_0", EXPLICIT, starting(4) + 3**3 - 1 + 3**3),
]
# Model, test, its violation or None, whether the explicit engine is quick.
VERDICTS = [
    ("paxos", "tcPaxos_1_3_1", None, True),
    ("paxos", "tcFrugal_2_3_1", None, True),
    ("paxos", "tcPaxos_2_3_0", None, False),
    ("paxos", "tcComposed_2_3_0", None, False),
    ("paxos", "tcCareless_2_3_1", "two values are learned", False),
    ("paxos", "tcWrongSafety_2_3_0", "two values are chosen", False),
    ("paxos", "tcEager_2_3_0", "two values are chosen", False),
    ("oral", "tcOral_3_1", None, False),
    ("oral", "tcComposed_3_1", None, False),
    ("oral", "tcOral_3_2", "a loyal lieutenant", False),
    ("oral", "tcOral_2_1", "a loyal lieutenant", True),
    ("echo", "tcEcho_2_1_0_1", None, True),
    ("echo", "tcEcho_3_0_1_1", None, False),
    ("echo", "tcEcho_3_1_1_0", None, True),
    ("storage", "tcStorage_1_1", None, True),
    ("storage", "tcStorage_3_1", None, False),
    ("storage", "tcWrong_3_1", "a read returns an old value", False),
    ("storage", "tcCountingWrong_3_1", "a read returns an old value", True),
]


def check(synod, root, model, test, options):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "result.json")
        done = subprocess.run([synod, "check", "--quiet", "--network=bag", "--no-shrink", "--max-time=60", "-t", test,
                               *options, f"--json={path}", os.path.join(root, "bench", "thesis", model + ".p")],
                              capture_output=True, text=True)
        if done.returncode not in (0, 1, 3):
            return dict(verdict=f"exit code {done.returncode}: {done.stderr}", states=0, violation=None)
        with open(path) as f:
            return json.load(f)["results"][0]


def count_problems(synod, root):
    for model, test, options, states in COUNTS:
        found = check(synod, root, model, test, options)
        if (found["verdict"], found["states"]) != ("exhausted", states):
            yield f"{model} {test} {' '.join(options)}: {found['verdict']}, {found['states']} states, expected {states}"


def verdict_problems(synod, root, is_quick):
    for model, test, message, is_small in VERDICTS:
        if is_quick and not is_small:
            continue
        for options in [EXPLICIT, *REDUCED]:
            found = check(synod, root, model, test, options)
            violation = (found.get("violation") or {}).get("message")
            if found["verdict"] != ("violated" if message else "exhausted") or (message or "") not in (violation or ""):
                yield f"{model} {test} {' '.join(options)}: {found['verdict']} {violation}, expected {message or 'holds'}"


def main():
    synod, root = sys.argv[1:3]
    problems = [*count_problems(synod, root), *verdict_problems(synod, root, "quick" in sys.argv[3:])]
    for problem in problems:
        print(problem)
    print(f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
