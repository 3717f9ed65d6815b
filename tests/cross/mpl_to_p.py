#!/usr/bin/env python3
"""Translates the programs of the oracle file to P and compares the numbers of executions.

usage: mpl_to_p.py SYNOD ORACLES.tsv [-k TEXT] [--most EXECUTIONS] [--show]

A thread becomes a machine with `receive` statements, a value an event.  Machines must know each other before they
begin, so each first receives a message with the others; it accepts only that message then, which adds no execution.
Programs with features that P lacks are skipped: receives that may get nothing, joins, daemons, several models.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

NETWORKS = {"asyn": "bag", "p2p": "p2p", "cd": "causal", "mbox": "mbox"}
TOKEN = re.compile(r"\s*(?:(?P<op>[sl])(?P<to>\d+):(?P<v>-?\d+)|(?P<r>r)(?:\{(?P<set>[-\d,]+)\})?|c(?P<c>\d+)"
                   r"|(?P<check>[ae])(?P<rel>[=!])(?P<with>-?\d+)|\?(?P<if>[=!])(?P<than>-?\d+)(?P<open>\()"
                   r"|(?P<else>\):\()|(?P<close>\)))")


def event(v):
    return f"eV{v}".replace("-", "M")


class Untranslatable(Exception):
    pass


def relation(rel):
    return "==" if rel == "=" else "!="


def receive(values):
    return "receive { " + " ".join(f"case {event(v)}: {{ last = {v}; }}" for v in values) + " }"


def statement(m, values):
    if m["op"]:
        return f"send all[{m['to']}], {event(m['v'])};"
    if m["r"]:
        return receive([v for v in (m["set"].split(",") if m["set"] else values) if v in values])
    if m["c"]:
        return f"last = choose({m['c']});"
    if m["check"]:
        kind = {"a": "assume", "e": "assert"}[m["check"]]
        holds = relation(m["rel"])
        if kind == "assert":
            holds = {"==": "!=", "!=": "=="}[holds]
        return f"{kind} last {holds} {m['with']};"
    if m["if"]:
        return f"if (last {relation(m['if'])} {m['than']}) {{"
    return "} else {" if m["else"] else "}"


def body(text, values):
    at, lines = 0, []
    while at < len(text.rstrip()):
        m = TOKEN.match(text, at)
        if not m:
            raise Untranslatable(text[at:])
        lines.append("      " + statement(m, values))
        at = m.end()
    return lines


def to_p(program):
    threads = program.split("|")
    values = sorted(set(re.findall(r"[sl]\d+:(-?\d+)", program))) or ["0"]
    lines = ["invariant aProof: true;", "event eAll: seq[machine];"] + [f"event {event(v)};" for v in values]
    for i, thread in enumerate(threads):
        lines += [f"machine T{i} {{", "  start state Runs {", "    entry {", "      var all: seq[machine];",
                  "      var last: int;", "      receive { case eAll: (them: seq[machine]) { all = them; } }"]
        lines += body(thread, values) + ["      raise halt;", "    }", "  }", "}"]
    lines += ["machine Main {", "  start state Begins {", "    entry {", "      var all: seq[machine];"]
    lines += [f"      all += ({i}, new T{i}());" for i in range(len(threads))]
    lines += [f"      send all[{i}], eAll, all;" for i in range(len(threads))]
    lines += ["      raise halt;", "    }", "  }", "}",
              "test tc [main=Main]: { Main, " + ", ".join(f"T{i}" for i in range(len(threads))) + " };"]
    return "\n".join(lines) + "\n"


def losses(model, program):
    """Events may be lost, and not sends: fine as long as no other send has the same value."""
    _, _, loss = model.partition("+loss")
    lossy = sorted(set(re.findall(r"l\d+:(-?\d+)", program)))
    return [f"--faults=loss={loss}:" + ":".join(event(v) for v in lossy)] if loss else []


def check(synod, folder, program, text, model):
    network = model.partition("+loss")[0]
    source, out = os.path.join(folder, "a.p"), os.path.join(folder, "a.json")
    with open(source, "w", encoding="utf-8") as f:
        f.write(text)
    command = [synod, "check", "-q", "-Woff", "-j1", "--engine=dpor", "--no-deadlock", f"--network={NETWORKS[network]}",
               f"--json={out}", source] + losses(model, program)
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    if done.returncode not in (0, 1):
        return f"exit code {done.returncode}: {done.stdout[-300:]}{done.stderr[-300:]}"
    with open(out, encoding="utf-8") as f:
        result = json.load(f)["results"][0]
    if result["verdict"] == "violated":
        return "error"
    return f"{result['executions']}+{result['blocked']}"


def rows(options):
    with open(options.oracles, encoding="utf-8") as f:
        for line in f:
            cells = line.rstrip("\n").split("\t")
            if line.startswith("#") or len(cells) < 6 or cells[1].partition("+loss")[0] not in NETWORKS:
                continue
            name, model, program, executions, blocked, error = cells[:6]
            lossy = "+loss" in model
            if options.k in name and re.fullmatch(r"[\d]+", executions) and int(executions) <= options.most and (
                    lossy == ("l" in program)):
                yield name, model, program, "error" if error == "yes" else f"{executions}+{blocked}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("synod")
    parser.add_argument("oracles")
    parser.add_argument("-k", default="")
    parser.add_argument("--most", type=int, default=50000)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    same = failed = skipped = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, model, program, expected in rows(options):
            try:
                text = to_p(program)
            except Untranslatable:
                skipped += 1
                continue
            if options.show:
                print(text)
            found = check(options.synod, folder, program, text, model)
            same += found == expected
            if found != expected:
                failed += 1
                print(f"{name} [{model}] {program}: {found}, not {expected}", flush=True)
    print(f"{same} agree, {failed} do not, {skipped} are not for P")
    return 1 if failed or not same else 0


if __name__ == "__main__":
    sys.exit(main())
