#!/usr/bin/env python3
"""Generates random P programs in direct style.

usage: generate.py SEED > FILE.p

A program has a main machine, two others and a set of N workers.  The generator writes all ends of an exchange at
once, so most programs are right; then it may remove or double a statement.
"""
import random
import sys

HEAD = """param N: int;
enum tColor { RED, GREEN }
event eNumber: int;
event eWho: machine;
event eBoth: (machine, int);
event eColor: tColor;
event eYes;
event eNo;
event eEnd;
"""
VARIABLES = "var x: int; var who: machine; var both: (machine, int); var c: tColor; var w: machine; var i: int; var flag: bool;"
EVENTS = {"eNumber": ("n: int", "x = n;"), "eWho": ("m: machine", "who = m;"), "eBoth": ("b: (machine, int)", "both = b; x = b.1;"),
          "eColor": ("k: tColor", "c = k;"), "eYes": ("", "flag = true;"), "eNo": ("", "x = x + 1;")}


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.pick = self.random.choice
        self.bodies = {"Main": [], "Left": [], "Right": [], "Worker": []}
        self.functions = []

    def maybe(self, percent):
        return self.random.randrange(100) < percent

    def payload(self, event):
        return {"eNumber": lambda: ", " + self.pick(["x", "1", "x + 2", "N", "Small(x)"]), "eWho": lambda: ", " + self.pick(["this", "this", "who"]),
                "eBoth": lambda: self.pick([", this, x", ", (this, 1)", ", (who, both.1 + 1)"]),
                "eColor": lambda: ", " + self.pick(["c", "RED", "GREEN"])}.get(event, lambda: "")()

    def send(self, target, event):
        return f"send {target}, {event}{self.payload(event)};"

    def case(self, event, more=""):
        param, store = EVENTS[event]
        return f"case {event}: {f'({param}) ' if param else ''}{{ {store} {more}}}"

    def receive(self, *events, more=""):
        text = "receive { " + " ".join(self.case(e, more) for e in events) + " }"
        return text

    def local(self):
        return self.pick(["x = x + 1;", "x = choose(2);", "flag = $;", "c = GREEN;", "who = this;", "if (flag) { x = 0; }",
                          "if ($) { c = RED; } else { x = 2 * x - 1; }", "assert x < 7 || flag;", "assert c == RED || x >= 0;",
                          "both.1 = x;", "assert both.1 <= x + 3;", "if (x > 1) { assert who != this; }", "x = Small(x + 1);",
                          "Count();", "assert total < 4;", "Point(who);", "Point(this);", "if (peer == who) { x = x + 1; }", "assert peer != null || x < 4;", "i = 0; while (i < 2) { x = x + i; i = i + 1; }"])

    def counted(self, body, counts_inside):
        """BODY as many times as there are workers."""
        bound = self.pick(["N", "sizeof(ws)"])
        if counts_inside:
            return f"i = 0; while (i < {bound}) {{ {body} }}"
        return self.pick([f"i = 0; while (i < {bound}) {{ {body} i = i + 1; }}", f"foreach (w in ws) {{ {body} }}"])

    # ---- exchanges ----

    def one_way(self):
        a, b, target = self.pick([("Main", "Left", "left"), ("Main", "Right", "right"), ("Left", "Main", "boss"),
                                  ("Left", "Right", "right"), ("Right", "Main", "boss")])
        event = self.pick(list(EVENTS))
        self.bodies[a].append(self.send(target, event))
        self.bodies[b].append(self.receive(event))

    def either(self):
        a, b, target = self.pick([("Main", "Left", "left"), ("Left", "Right", "right"), ("Right", "Main", "boss")])
        one, two = self.random.sample(list(EVENTS), 2)
        self.bodies[a].append(f"if ($) {{ {self.send(target, one)} }} else {{ {self.local()} {self.send(target, two)} }}")
        self.bodies[b].append(self.receive(one, two))

    def ask(self):
        a, b, target = self.pick([("Main", "Left", "left"), ("Left", "Right", "right"), ("Left", "Main", "boss")])
        event = self.pick(list(EVENTS))
        self.bodies[a] += [f"send {target}, eWho, this;", self.receive(event)]
        self.bodies[b] += [self.receive("eWho"), self.local(), self.send("who", event)]

    def scatter(self):
        event = self.pick(list(EVENTS))
        self.bodies["Main"].append(self.pick([
            f"foreach (w in ws) {{ {self.send('w', event)} }}",
            f"i = 0; while (i < sizeof(ws)) {{ {self.send('ws[i]', event)} i = i + 1; }}"]))
        self.bodies["Worker"].append(self.receive(event))

    def gather(self):
        event = self.pick(list(EVENTS))
        counts_inside = self.maybe(30)
        self.bodies["Main"].append(self.counted(self.receive(event, more="i = i + 1; " if counts_inside else ""), counts_inside))
        self.bodies["Worker"].append(self.send("boss", event))

    def serve(self):
        event = self.pick(list(EVENTS))
        self.bodies["Main"].append(self.counted(f"{self.receive('eWho')} {self.send('who', event)}", False))
        self.bodies["Worker"] += ["send boss, eWho, this;", self.receive(event)]

    def stream(self):
        event = self.pick(list(EVENTS))
        times = self.random.randrange(3)
        self.bodies["Main"] += [self.send("left", event) for _ in range(times)] + ["send left, eEnd;"]
        way_out = self.pick(["break;", "flag = true; break;", self.local() + " break;"])
        self.bodies["Left"].append(f"while (true) {{ receive {{ {self.case(event)} case eEnd: {{ {way_out} }} }} {self.local()} }}")

    # ---- programs ----

    def spoil(self):
        body = self.pick([b for b in self.bodies.values() if b] or [[]])
        if not body:
            return
        at = self.random.randrange(len(body))
        if self.maybe(60):
            del body[at]
        else:
            body.insert(at, body[at])

    def machine(self, name, takes, wiring, creates=""):
        lines = self.bodies[name]
        if lines and self.maybe(30):  # what is left goes on in a branch
            at = self.random.randrange(len(lines))
            lines[at:at] = [f"if (x > {self.random.randrange(2, 5)}) {{ {self.local()} return; }}"]
        text = "\n      ".join([wiring, creates] + lines)
        return f"""machine {name} {{
  var total: int;
  var peer: machine;
  start state S {{
    entry {takes}{{
      {VARIABLES} var boss: machine; var left: machine; var right: machine; var ws: seq[machine];
      {text}
    }}
  }}
  fun Count() {{ total = total + 1; }}
  fun Point(m: machine) {{ peer = m; }}
}}
"""

    def program(self):
        for _ in range(self.random.randrange(1, 6)):
            self.pick([self.one_way, self.either, self.ask, self.scatter, self.gather, self.serve, self.stream])()
            if self.maybe(40):
                self.bodies[self.pick(list(self.bodies))].append(self.local())
        if self.maybe(35):
            self.spoil()
        creates = """right = new Right(this); left = new Left((boss = this, right = right));
      while (i < N) { ws += (sizeof(ws), new Worker(this)); i = i + 1; }"""
        return "\n".join([
            HEAD, self.machine("Main", "", "", creates),
            self.machine("Left", "(to_: (boss: machine, right: machine)) ", "boss = to_.boss; right = to_.right;"),
            self.machine("Right", "(b: machine) ", "boss = b;"), self.machine("Worker", "(b: machine) ", "boss = b;"),
            "fun Small(n: int): int {\n  if (n < 2) { return n; }\n  n = n - 1;\n  if (n > 1) { return 1; }\n  return n;\n}",
            "test param (N in [0, 1, 2]) tc [main=Main]: { Main, Left, Right, Worker };"])


def generate(seed):
    return Generator(seed).program()


if __name__ == "__main__":
    print(generate(int(sys.argv[1])))
