#!/usr/bin/env python3
"""Checks the counterexamples of random programs, as they were found and shrunk, from outside.

usage: traces.py SYNOD [--random COUNT] [--seed SEED]

  shrunk    it fails as before: same kind, place, state, event and type of machine
  minimal   without any one step, the rest does not fail in that way
  causes    each cause comes earlier; the send of the message and the last step of the machine are among them
  why       in a bag, the steps marked is_why alone are a run that fails in that way
  messages  are sent, arrive and are handled in this order; fates fit; equal ones are handled as they came
  state     the changes from the beginning add up to the output of `show` in the stepper, at every step
  save      the stepper saves the same run

The seed determines programs, networks, faults and engines.
"""
import argparse
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import generate

NETWORKS = ["mbox", "p2p", "causal", "bag", "bag"]
FAULTS = ["crash=0", "crash=1", "loss=1", "dup=1", "crash=1,loss=1,dup=1", "loss=2,dup=1"]
SAMPLE = ["--engine=sample", "--schedules=60", "--max-steps=120"]
ENGINES = [[], ["--search=dfs"], SAMPLE, SAMPLE + ["--strategy=pct"], SAMPLE + ["-j2", "--seed=4"]]
# What was wrong once, and is rare: (seed, profile, options).
ONCE_WRONG = [
    (516, "null", ["--network=causal", "--faults=loss=1"] + SAMPLE),  # equal messages, order of arrival
    (576, "mixed", ["--network=causal", "--faults=dup=1", "--seed=4"] + SAMPLE),
    (386, "defer", ["--network=bag", "--strict-quiescence", "--seed=4"] + SAMPLE),  # a machine that was held
    (572, "null", ["--network=bag", "--faults=loss=1"] + SAMPLE),  # a message that was held
]
PROMPT = re.compile(r"(?:^|\n)\((\d+)\) $")


class Wrong(Exception):
    pass


def expect(condition, why):
    if not condition:
        raise Wrong(why)


class Synod:
    def __init__(self, path, folder):
        self.path, self.folder = path, folder

    def file(self, name):
        return os.path.join(self.folder, name)

    def run(self, *arguments, codes):
        done = subprocess.run([self.path, *arguments], capture_output=True, text=True, timeout=120)
        expect(not re.search("Sanitizer|runtime error:", done.stderr), done.stderr[-2000:])
        expect(done.returncode in codes, f"exit code {done.returncode} of {arguments}: {done.stderr[-2000:]}")
        return done

    def check(self, program, *options):
        """The document, with one result."""
        self.run("check", "-q", "-Woff", "-t", "tc", "--max-states=3000", "--json=" + self.file("c.json"),
                 *options, program, codes=(0, 1, 3))
        with open(self.file("c.json")) as f:
            return json.load(f)

    def write_runs(self, document, runs):
        """A file with the same test and other steps."""
        with open(self.file("r.json"), "w") as f:
            result = document["results"][0]
            results = [{**result, "trace": {**result["trace"], "steps": steps}} for steps in runs]
            json.dump({**document, "results": results}, f)
        return self.file("r.json")

    def step(self, document, steps, commands):
        """Blocks of (step, command, lines)."""
        path = self.write_runs(document, [steps])
        with open(self.file("script"), "w") as f:
            f.write("\n".join(commands) + "\n")
        out = self.run("replay", "--step", "-Woff", "--script=" + self.file("script"), path, codes=(0,)).stdout
        blocks = []
        for line in out.splitlines():
            prompt = re.match(r"\((\d+)\) (.*)$", line)
            if prompt:
                blocks.append((int(prompt[1]), prompt[2], []))
            elif blocks:
                blocks[-1][2].append(line)
        return blocks

    def saved(self, document, steps):
        """The result of running these steps."""
        path = self.file("s.json")
        self.step(document, steps, ["run", "save " + path])
        with open(path) as f:
            return json.load(f)["results"][0]


def failure(result):
    """What shrinking must not change."""
    v = result.get("violation")
    if v is None:
        return None
    kind = v["machine"] and v["machine"].split("(")[0]
    return tuple(v[k] for k in ("kind", "file", "line", "column", "state", "event")) + (kind,)


# ---- Shrinking ----

def check_shrunk(shrunk, found):
    expect(failure(shrunk) == failure(found), f"it fails in another way: {shrunk['violation']} {found['violation']}")
    expect(shrunk["trace"]["shrunk_from"] == len(found["trace"]["steps"]), "shrunk_from")
    expect(len(shrunk["trace"]["steps"]) <= len(found["trace"]["steps"]), "it has become longer")


def check_minimal(synod, document):
    steps = document["results"][0]["trace"]["steps"]
    runs = [steps[:i] + steps[i + 1:] for i in range(len(steps))]
    done = synod.run("replay", "-q", "-Woff", synod.write_runs(document, runs), codes=(0, 1, 2))
    if "violated" not in done.stdout:
        return
    for i, run in enumerate(runs):
        if "violated" in synod.run("replay", "-q", "-Woff", synod.write_runs(document, [run]), codes=(0, 1, 2)).stdout:
            expect(failure(synod.saved(document, run)) != failure(document["results"][0]),
                   f"step {i + 1} can be left out")


# ---- Causes ----

def check_causes(trace):
    last, past = {}, {0: set()}
    for number, step in enumerate(trace["steps"], 1):
        expect(all(0 < c < number for c in step["causes"]), f"step {number}: {step['causes']}")
        past[number] = set(step["causes"]).union(*(past[c] for c in step["causes"]))
        needs = set()
        if step["message"] is not None:
            needs.add(trace["messages"][step["message"]]["sent"])
        if step["who"] is not None:
            needs |= {trace["machines"][step["who"]]["born"], last.get(step["who"], 0)}
        expect(needs - {0, number} <= past[number], f"step {number} needs {needs}, its past is {past[number]}")
        for who in {step["who"]} | {a["who"] for a in step["actions"]}:
            last[who] = number
    why = {i for i, step in enumerate(trace["steps"], 1) if step["is_why"]}
    expect(all(past[i] <= why for i in why), "is_why is not closed")


class Walk:
    """The stepper, by hand."""

    def __init__(self, synod, document):
        path = synod.write_runs(document, [[]])
        self.process = subprocess.Popen([synod.path, "replay", "--step", "-Woff", path], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.answer()

    def answer(self):
        text = ""
        while not PROMPT.search(text[-20:]):
            more = self.process.stdout.read(1)
            expect(more != "", f"the stepper has ended: {text}")
            text += more
        return text

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        return self.answer()

    def alternatives(self):
        """[(number, title)]"""
        return re.findall(r"^ *(\d+)\*? +(.*?)(?:: .*)?$", self.ask("list"), re.M)

    def end(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


def walk_why(walk, steps):
    """Makes only the steps that are marked.  A machine that is new begins before all else."""
    begun = set()
    for number, step in enumerate(steps, 1):
        while step["is_why"] and number not in begun:
            ways = walk.alternatives()
            same = [n for n, title in ways if title == step["title"]]
            if not same:
                expect(ways and ways[0][1].endswith(" starts"), f"step {number} is not possible: {ways}")
                begins = [i for i, s in enumerate(steps, 1) if s["title"] == ways[0][1]]
                begun.update(begins)
                walk.ask(" ".join(map(str, [ways[0][0]] + (steps[begins[0] - 1]["choices"] if begins else []))))
                continue
            walk.ask(" ".join(map(str, [same[0]] + step["choices"])))
            break


def check_why(synod, document):
    """Not of runs that end too early: there it counts that nothing else happens."""
    result = document["results"][0]
    if result["trace"]["network"] != "bag" or result["violation"]["kind"] in ("deadlock", "quiescence", "liveness"):
        return
    walk = Walk(synod, document)
    try:
        walk_why(walk, result["trace"]["steps"])
        walk.ask("save " + synod.file("w.json"))
    finally:
        walk.end()
    with open(synod.file("w.json")) as f:
        expect(failure(json.load(f)["results"][0]) == failure(result), "the steps of is_why do not fail like that")


# ---- Messages ----

# Which of arrived and handled are known.
FATES = {"pending": (False, False), "queued": (True, False), "handled": (True, True), "ignored": (True, True),
         "lost": (False, True), "void": (True, True)}


def check_messages(trace):
    alike = collections.defaultdict(list)
    for m in trace["messages"]:
        steps = [m[k] for k in ("sent", "arrived", "handled") if m[k] is not None]
        expect(steps == sorted(steps), f"{m}")
        expect((m["arrived"] is not None, m["handled"] is not None) == FATES[m["fate"]], f"{m}")
        if m["arrived"] is not None:
            handled = m["handled"] if m["handled"] is not None else len(trace["steps"]) + 1
            sender = m["from"] if m["event"] == "eVote" else None  # a quorum takes one of each
            alike[sender, m["to"], m["event"], m["payload"]].append((m["arrived"], handled))
    for which, times in alike.items():
        handled = [h for _, h in sorted(times)]
        expect(handled == sorted(handled), f"{which}: not as they came: {times}")
    sends = sum(a["kind"] == "send" for s in trace["steps"] for a in s["actions"])
    copies = sum(m["copy_of"] is not None for m in trace["messages"])
    expect(sends + copies == len(trace["messages"]), f"{sends} sends, {copies} copies, {len(trace['messages'])} messages")


def check_halted(trace):
    """What comes too late is void."""
    halted = set()
    for number, step in enumerate(trace["steps"], 1):
        for m in trace["messages"]:
            expect(m["arrived"] != number or m["to"] not in halted or m["fate"] == "void", f"{m}")
        halted |= {c["who"] for c in step["changes"] if c["what"] == "status" and c["after"] == "halted"}


# ---- The stepper ----

def under_way(trace, at):
    for m in trace["messages"]:
        has_come = m["arrived"] is not None and m["arrived"] <= at or m["fate"] == "lost" and m["handled"] <= at
        copied = trace["messages"][m["copy_of"]]["arrived"] if m["copy_of"] is not None else 0
        if m["sent"] > at or has_come or copied > at:
            continue
        names = (trace["machines"][m[k]]["name"] for k in ("from", "to"))
        payload = "" if m["payload"] is None else m["payload"] if m["payload"][0] == "(" else f"({m['payload']})"
        yield f"  in flight: {' -> '.join(names)} {m['event']}{payload}"


def folded(trace, at):
    """What `show` must say after AT steps; queues in one line."""
    now = collections.defaultdict(dict)
    for changes in [trace["begin"]["changes"]] + [s["changes"] for s in trace["steps"][:at]]:
        for c in changes:
            expect(c["before"] is None or now[c["who"]][c["what"], c["name"]] == c["before"], f"{c}")
            now[c["who"]][c["what"], c["name"]] = c["after"]
    lines = list(under_way(trace, at))
    for who, machine in enumerate(trace["machines"]):
        own, is_spec = now[who], machine["kind"] == "spec"
        head = "  " + ("spec " if is_spec else "") + machine["name"]
        if not own:
            lines += [head + ": not yet created"] if machine["born"] <= at else []
        elif own["status", "status"] == "halted":
            lines.append(head + ": halted")
        else:
            lines.append(head + f" in state {own['state', 'state']}" + ("" if is_spec else f", {own['status', 'status']}"))
            lines += [f"         {name} = {text}" for (what, name), text in own.items() if what == "variable"]
            lines += [] if is_spec else [f"{machine['name']} has {own['queue', 'queue']}"]
    return sorted(lines)


def shown(lines):
    queues, name = {}, None
    lines = [re.sub("^  scenario ", "  spec ", line) for line in lines]  # which JSON does not tell apart
    for line in lines:
        head = re.match(r"  (?!spec )(\S+) in state ", line)
        if head:
            name = head[1]
            queues[name] = []
        if line.startswith("         in its queue: "):
            queues[name].append(line.removeprefix("         in its queue: "))
    rest = [line for line in lines if not line.startswith("         in its queue: ")]
    return sorted(rest + [f"{name} has [{', '.join(queue)}]" for name, queue in queues.items()])


def check_stepper(synod, document):
    result = document["results"][0]
    trace, end = result["trace"], len(result["trace"]["steps"])
    places = list(range(end + 1))
    random.Random(end).shuffle(places)
    commands = ["show"] + ["next", "show"] * end + [c for p in places[:4] for c in (f"goto {p}", "show")]
    for at, command, lines in synod.step(document, trace["steps"], commands):
        if command == "show":
            expect(shown(lines) == folded(trace, at), f"step {at}: {set(shown(lines)) ^ set(folded(trace, at))}")
    saved = synod.saved(document, trace["steps"])
    expect(saved["trace"]["messages"] == trace["messages"], "other messages are saved")
    if trace["loop"] is None:
        expect(saved["trace"]["steps"] == trace["steps"], "another run is saved")
        expect(failure(saved) == failure(result), f"another failure is saved: {saved['violation']}")


# ---- All of it ----

def check_run(synod, document):
    trace = document["results"][0]["trace"]
    check_messages(trace)
    check_halted(trace)
    check_causes(trace)
    check_why(synod, document)
    check_stepper(synod, document)


def check_program(synod, path, options):
    """Whether it is violated."""
    shrunk = synod.check(path, *options)
    if shrunk["results"][0]["verdict"] != "violated":
        return False
    found = synod.check(path, "--no-shrink", *options)
    check_shrunk(shrunk["results"][0], found["results"][0])
    if shrunk["results"][0]["trace"]["loop"] is None:
        check_minimal(synod, shrunk)
    check_run(synod, shrunk)
    check_run(synod, found)
    return True


def draw(first, count):
    """(seed, profile, options)"""
    for seed in range(first, first + count):
        dice = random.Random(seed)
        for _ in range(2):
            options = ["--network=" + dice.choice(NETWORKS), "--faults=" + dice.choice(FAULTS)] + dice.choice(ENGINES)
            yield seed, None, options + (["--strict-quiescence"] if dice.random() < 0.2 else [])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("synod")
    parser.add_argument("--random", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    violated = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        synod = Synod(os.path.abspath(arguments.synod), folder)
        for seed, profile, options in ONCE_WRONG + list(draw(arguments.seed, arguments.random)):
            path = synod.file("a.p")
            with open(path, "w") as f:
                f.write(generate.Program(seed, profile).render())
            try:
                violated += check_program(synod, path, options)
            except Wrong as why:
                failed += 1
                print(f"seed {seed}, {profile}: {' '.join(options)}: {why}", flush=True)
    print(f"{violated} violations, {failed} wrong")
    return 1 if failed or violated < arguments.random / 4 else 0


if __name__ == "__main__":
    sys.exit(main())
