#!/usr/bin/env python3
"""How soon does each engine stop when it is told to?

usage: stop.py SYNOD [--rounds N] [--longest SECONDS] [--only TEXT] [--write FILE]

Large searches of every engine, each stopped N times by SIGTERM after up to so many CPU seconds: the wall time and the
CPU time from the signal to the exit, the worst of each.  The goal is 0.3 s; on a busy machine the CPU time tells.
A second table has the wall time beyond `--max-time`, which must cover the search for cycles, too.
"""
import argparse
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
GOAL = 0.3

# One step with a million outcomes, and what they leave behind.
WIDE = """event eA: (int, int);
machine Main {
  var seen: map[int, int];
  start state S {
    entry { send this, eA, (1, 1); }
    on eA do (p: (int, int)) {
      var x: int; var y: int;
      x = choose(1000); y = choose(1000);
      seen[x] = y;
      send this, eA, (x, y);
    }
  }
}
test tc [main=Main]: { Main };
"""

# One state with 10^8 successors, of which each machine contributes 10^4.
SQUARE = """event eFirst; event eSecond;
spec Watch observes eSecond { start state Only { ignore eSecond; } }
machine Target { var x: int; start state Only { on eFirst do { x = choose(10000); } ignore eSecond; } }
machine Main {
  var y: int;
  start state Only { entry { var b: machine; b = new Target(); send b, eFirst; send b, eSecond; y = choose(10000); } }
}
test tc [main=Main]: assert Watch in { Main, Target };
"""

# Long steps with large values.
MAPS = """event eGo: int;
machine Main {
  var m: map[int, seq[int]];
  start state S {
    entry { send this, eGo, 0; }
    on eGo do (n: int) {
      var i: int; var s: seq[int];
      while (i < 3000) { s += (sizeof(s), i * n); m[i + n] = s; i = i + 1; }
      if ($) { send this, eGo, n + 1; } else { send this, eGo, n + 2; }
    }
  }
}
test tc [main=Main]: { Main };
"""

# A queue that grows without end.
FLOOD = """event eA: int;
machine Main {
  var t: machine;
  start state S {
    entry { t = new Sink(); new Other(t); goto Run; }
  }
  state Run { entry { var i: int; while (i < 10000) { send t, eA, i; i = i + 1; } } }
}
machine Other { start state S { entry (t: machine) { var i: int; while (i < 10000) { send t, eA, i; i = i + 1; } } } }
machine Sink { var last: int; start state S { on eA do (x: int) { last = x + choose(3); } } }
test tc [main=Main]: { Main, Other, Sink };
"""

# A hot spec over many states: the search for cycles.
LIVE = """event eTick: int; event eDone;
machine Main {
  start state S { entry { var i: int; while (i < 6) { new Node(i); i = i + 1; } } }
}
machine Node {
  var n: int;
  start state S {
    entry (i: int) { send this, eTick, 0; }
    on eTick do (k: int) { n = k; if (k == 0) { announce eDone; } send this, eTick, (k + 1) % 12; }
  }
}
spec Live observes eDone { start hot state W { on eDone goto C; } cold state C { on eDone goto W; } }
test tc [main=Main]: assert Live in { Main, Node };
"""


def declarations(count):
    """Many machine types, each of which exists, and as many states."""
    lines = ["event eA: machine;"]
    for i in range(count):
        lines.append(f"machine M{i} {{ var m: machine; start state S {{ on eA do (p: machine) {{ m = p; send p, eA, this; "
                     f"goto T; }} }} state T {{ ignore eA; }} }}")
    lines.append("machine Main { start state S { entry { var m: machine;")
    lines += [f"if ($) {{ m = new M{i}(); send m, eA, this; }}" for i in range(count)]
    lines.append("} ignore eA; } }")
    lines.append("test tc [main=Main]: { Main, " + ", ".join(f"M{i}" for i in range(count)) + " };")
    return "\n".join(lines)


def peers(name):
    return os.path.join(HERE, "peers", name)


def searches(folder):
    """(name, arguments after `check`)"""
    def write(name, text):
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        return path
    wide = write("wide.p", WIDE)
    square = write("square.p", SQUARE)
    maps = write("maps.p", MAPS)
    flood = write("flood.p", FLOOD)
    live = write("live.p", LIVE)
    many = write("many.p", declarations(20000))
    commit = [peers("two-phase-commit.p"), "-t", "tcCommit___participants_11"]
    paxos = [peers("paxos.p"), "-t", "tcPaxos___proposers_3__acceptors_3", "--network=bag"]
    rows = []
    for engine in "explicit", "reduced", "asi", "sets", "dpor", "sample":
        options = [f"--engine={engine}"] + (["--schedules=1000000000"] if engine == "sample" else [])
        for name, model in (("commit", commit), ("wide", [wide]), ("square", [square]), ("maps", [maps]), ("flood", [flood]),
                            ("declarations", [many])):
            rows.append((f"{engine} {name}", model + options))
    rows += [
        ("explicit paxos", paxos + ["--engine=explicit"]),
        ("explicit graph live", [live, "--engine=explicit"]),
        ("sets live", [live, "--engine=sets"]),
        ("sets paxos", paxos + ["--engine=sets"]),
        ("reduced paxos", [os.path.join(HERE, "thesis", "paxos.p"), "--engine=reduced"]),
        ("auto commit", commit + ["--auto-states=20000"]),
    ]
    return rows


def cpu_of(process):
    with open(f"/proc/{process.pid}/stat", encoding="utf-8") as f:
        fields = f.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def stop(command, after):
    """Wall and CPU seconds from SIGTERM to the end; None: it had ended."""
    p = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    limit = time.monotonic() + 20 * after
    while p.poll() is None and cpu_of(p) < after and time.monotonic() < limit:
        time.sleep(0.01)
    if p.poll() is not None:
        return None
    before = cpu_of(p)
    begun = time.monotonic()
    p.send_signal(signal.SIGTERM)
    killer = threading.Timer(60, p.kill)
    killer.start()
    _, status, used = os.wait4(p.pid, 0)
    killer.cancel()
    p.returncode = os.waitstatus_to_exitcode(status)
    return time.monotonic() - begun, max(0, used.ru_utime + used.ru_stime - before)


def overrun(command, limit):
    """Wall seconds beyond --max-time; None: it ended before."""
    begun = time.monotonic()
    p = subprocess.run(command + [f"--max-time={limit:g}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=600)
    return max(0, time.monotonic() - begun - limit) if p.returncode == 3 else None


def measure(what, command, rounds, longest):
    late = [what(command, longest * (i + 1) / rounds) for i in range(rounds)]
    return [x for x in late if x is not None]


class Table:
    def __init__(self, header):
        self.lines, self.over = [], 0
        self.add(header)
        self.add(["---"] * len(header))

    def add(self, row):
        self.lines.append("| " + " | ".join(row) + " |")
        print(self.lines[-1], flush=True)


def measure_stops(synod, rows, args):
    table = Table(["search", "stops", "worst, wall s", "worst, CPU s"])
    for name, rest in rows:
        late = measure(stop, synod + rest, args.rounds, args.longest)
        wall = max((x for x, _ in late), default=0)
        cpu = max((x for _, x in late), default=0)
        table.over += min(wall, cpu) > GOAL
        table.add([name, str(len(late)), f"{wall:.2f}", f"{cpu:.2f}"])
    return table


def measure_limits(synod, rows, args):
    table = Table(["search", "limits", "worst, wall s beyond --max-time"])
    for name, rest in rows:
        if "declarations" in name:
            continue  # most of the time is that of the front end, which is not limited
        late = measure(overrun, synod + rest, args.rounds, args.rounds * round(args.longest / args.rounds + 0.5))
        table.over += max(late, default=0) > GOAL
        table.add([name, str(len(late)), f"{max(late, default=0):.2f}"])
    return table


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("synod")
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--longest", type=float, default=5)
    parser.add_argument("--only", default="")
    parser.add_argument("--write")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = [row for row in searches(folder) if args.only in row[0]]
        synod = [args.synod, "check", "-q", "-Woff", "--progress=off"]
        tables = [measure_stops(synod, rows, args), measure_limits(synod, rows, args)]
    if args.write:
        with open(args.write, "w", encoding="utf-8") as f:
            f.write("\n\n".join("\n".join(table.lines) for table in tables) + "\n")
    over = sum(table.over for table in tables)
    print(f"stop: {over} searches over the goal of {GOAL} s")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
