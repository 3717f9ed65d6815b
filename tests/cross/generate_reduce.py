#!/usr/bin/env python3
"""Random actors, the input of the cross tests of reductions (reduce.py).

usage: generate_reduce.py MIX SEED            (to standard output)
       generate_reduce.py MIX SEED COUNT DIR  (DIR/MIX-SEED.p and so on)

A program is three or four machines that know each other, each a small automaton: it
waits in some states for some of three events, and in others it sends and goes on.  That
is where a reduction goes wrong, in the order of few messages between few machines;
generate.py has programs with more of P in them.

Nothing here makes a program finite but low odds of sending more than was received; in
most mixes three of four are.  With "loop" and "flood" most are not: handlers that send more
than they got, and handlers that send for ever.  A mix is a set of features, in MIXES.

One construct a line: reduce.py makes programs smaller by leaving out lines.  The text
depends on mix and seed alone, whatever the version of Python.
"""
import os
import sys

import generate
from generate import Dice, indent

# What a program may have; "hub" is another shape, one machine and its like clients, "crowd" has more loops over the
# clients, some of which show in which order they visit them; "keeper" a third: those who
# tell numbers to one machine, which keeps the largest of them, or seems to; "voters" a fourth: votes and other messages
# for one machine, which counts.
MIXES = {
    "plain": [],
    "defer": ["defer"],
    "receive": ["receive"],
    "null": ["null"],
    "refs": ["refs"],
    "create": ["create"],
    "monitor": ["monitor"],
    "assume": ["assume", "monitor"],
    "assumemix": ["assume", "monitor", "defer", "receive", "null", "refs", "create", "self", "halt"],
    "self": ["self"],
    "halt": ["halt"],
    "quorum": ["quorum", "payload"],
    "votes": ["voters"],
    "votesmix": ["voters", "payload", "defer", "null", "monitor"],
    "hub": ["hub", "refs"],
    "hubmix": ["hub", "refs", "defer", "receive", "monitor", "halt", "null", "create", "payload"],
    "crowd": ["hub", "refs", "crowd", "payload"],
    "crowdmix": ["hub", "refs", "crowd", "payload", "defer", "receive", "monitor", "halt", "null", "create"],
    "loop": ["loop", "self"],
    "loopmix": ["loop", "self", "defer", "refs", "monitor", "null", "receive"],
    "flood": ["flood"],
    "floodmix": ["flood", "defer", "self", "refs", "monitor", "null", "receive", "halt"],
    "mixed": ["defer", "receive", "null", "refs", "create", "monitor", "self", "halt", "payload"],
    "guard": ["guard", "keeper"],
    "guardmix": ["guard", "defer", "receive", "refs", "monitor", "self", "halt", "create", "null", "quorum"],
    "general": None,  # of generate.py
}
# Of mixes that are wholes of features, each is drawn with these odds.
SOME_OF = {"assumemix": 0.4, "votesmix": 0.4, "mixed": 0.45, "hubmix": 0.35, "crowdmix": 0.3, "loopmix": 0.35, "floodmix": 0.35, "guardmix": 0.3}
ALWAYS = {"assumemix": ["assume", "monitor"], "votesmix": ["voters"], "hubmix": ["hub", "refs"], "crowdmix": ["hub", "refs", "crowd"], "loopmix": ["loop", "self"], "floodmix": ["flood"], "guardmix": ["guard"]}
EVENTS = ["e0", "e1", "e2"]
PAIR = "(x: int, y: int)"
NAMES = ["Main", "A", "B", "C"]


class Machine:
    """One declaration: whom it knows, and its states."""

    def __init__(self, program, name, known):
        self.program, self.dice, self.name = program, program.dice, name
        self.known = known      # [(variable, type)]: machines that it knows from the start
        self.usual = known      # those of them that it sends to
        self.fields = list(known)
        self.creates = None     # the declaration that it may create
        self.crowd = None       # the variable of a hub's clients, and its type
        self.loops = []         # functions with loops over them
        self.head = []          # lines before S0
        self.waits, self.sends = [], []
        self.count = 0
        # A machine that takes its word back now and then refuses nothing for ever.
        self.is_fickle = program.has("guard") and self.dice.chance(0.4)

    # ---- Expressions ----

    def targets(self):
        found = [name for name, _ in self.usual] * 3
        if self.program.has("self"):
            found += ["this"] * 2
        if self.program.has("refs"):
            found += ["peer"] * 3
        if self.crowd:
            found += [f"choose({self.crowd[0]})"] * 2
            if self.crowd[1].startswith("seq"):
                found += [f"{self.crowd[0]}[0]"]
        return found

    def machine(self):
        found = ["this"] * 2 + [name for name, _ in self.known] * 2
        if self.program.has("refs"):
            found += ["peer"] * 2
        if self.crowd:
            found += [f"choose({self.crowd[0]})"]
        return self.dice.pick(found)

    def payload(self, event, given=None):
        kind = self.program.kinds[event]
        if kind == "":
            return ""
        if kind == "int" and self.program.has("guard"):
            return ", " + self.number()
        if kind == PAIR:
            return f", (x = {self.number()}, y = {self.number()})"
        if kind == "int":
            return ", " + self.dice.pick(["0", "1", "n"])
        return ", " + (given if given and self.dice.chance(0.4) else self.machine())

    def number(self):
        return self.dice.pick(["0", "1", "1", "2", "2", "3", "n", "top", "low"])

    # ---- Statements ----

    def event(self):
        """One to send; what a guard looks at comes more often than once."""
        return self.dice.pick(["e0", *EVENTS] if self.program.has("guard") else EVENTS)

    def plain_send(self, given=None):
        event = self.event()
        target = given if given and self.dice.chance(0.5) else self.dice.pick(self.targets())
        return [f"send {target}, {event}{self.payload(event, given)};"]

    def assumption(self):
        """What is sent just before an assumption that fails, nobody takes."""
        if not self.program.has("assume") or not self.dice.chance(0.2):
            return []
        return [self.dice.pick(["assume (n == 0);", "assume (n == 1);", "if ($) assume (n == 0);", "assume (false);"])]

    def send(self, given=None):
        return self.bare_send(given) + self.assumption()

    def bare_send(self, given):
        program, dice = self.program, self.dice
        if not self.targets():
            return self.change(given)
        if program.has("halt") and dice.chance(0.12):
            return [f"send {dice.pick(self.targets())}, halt;"]
        if program.monitor and dice.chance(0.3 if program.has("assume") else 0.1):
            event = dice.pick(program.observed)
            return [f"announce {event}{self.payload(event)};"]
        event = self.event()
        if self.creates and dice.chance(0.3):
            return [f"if (made) send kid, {event}{self.payload(event)};"]
        if self.crowd and dice.chance(0.3):
            if program.has("crowd"):
                return self.visit_all()
            return [f"foreach (one in {self.crowd[0]}) send one, {event}{self.payload(event)};"]
        return self.plain_send(given)

    def visit(self, x, index):
        """What a loop does with a client X: mostly the same in any order of the clients."""
        dice = self.dice
        event = dice.pick(EVENTS)
        send = f"send {x}, {event}{self.payload(event, x)};"
        alike = [send, send, send, "n = n + 1;", f"if ({x} == peer) n = n + 1;", f"load[{x}] = 1;", f"load[{x}] = n;",
                 f"some += ({x});", f"if ({x} in some) some -= ({x}); else some += ({x});", f"if ({x} in some) {send}", f"if ({x} in load) least = 0;",
                 f"if ({x} in load && load[{x}] > 0) n = n + 1;", f"if (Weight({x}) < least) least = Weight({x});",
                 f"w = Weight({x}); if (w > n) n = w;", f"if ($) {send}", f"foreach (z in some) if (z != {x}) n = n + 1;",
                 f"send this, e1, {x};"]
        other = [f"peer = {x};", f"if (n == 0) {send} n = 1;", f"if (n == 1) {send} n = 1 - n;", f"if (n == 0) peer = {x};",
                 f"load[{x}] = n; n = n + 1;", f"if ({x} in some) break;", f"least = Weight({x});",
                 f"if (Weight({x}) <= least) {{ least = Weight({x}); peer = {x}; }}", f"foreach (z in some) peer = {x};"]
        if index:
            number = f"send {x}, e0, {index};" if self.program.kinds["e0"] == "int" else f"least = {index};"
            other += [number, f"if ({index} == 0) {send}", f"load[{x}] = {index};", f"n = {index};"]
        return dice.pick(alike if dice.chance(0.75) else other)

    def visit_all(self):
        """Calls a new function with a loop over all clients."""
        dice, crowd = self.dice, self.crowd[0]
        shape = dice.weigh({"foreach": 2, "index": 2, "copy": 1})
        before = ["n = 0;"] if dice.chance(0.7) else ["least = 1;"]
        if shape == "foreach":
            x, head, last = "x", f"foreach (x in {crowd}) {{", []
        else:
            if crowd != "cs":
                before, crowd = before + [f"ks = {crowd};"], "ks"
            if dice.chance(0.08):
                before.append("i = 1;")
            x, head, last = f"{crowd}[i]", f"while (i < sizeof({crowd})) {{", ["i = i + 1;"]
        body = [self.visit("y" if shape == "copy" else x, "i" if last else None) for _ in range(1 + dice.below(2))]
        if shape == "copy":
            body.insert(0, f"y = {x};")
        name = f"Each{len(self.loops)}"
        self.loops.append([f"fun {name}() {{", "  var i, w: int; var x, y: Client; var z: machine; var ks: seq[Client];"]
                          + indent(before + [head] + indent(body + last) + ["}"]) + ["}"])
        return [f"{name}();"]

    def create(self):
        kind = self.dice.pick(["this", self.machine()])
        if self.dice.chance(0.9):
            return [f"if (!made) {{ made = true; kid = new {self.creates}({kind}); }}"]
        return ["made = true;", f"kid = new {self.creates}({kind});"]

    def change(self, given=None):
        """Something without effect on others."""
        dice = self.dice
        if self.crowd and self.program.has("crowd") and dice.chance(0.3):
            return self.visit_all()
        if self.is_fickle and dice.chance(0.7):
            return [dice.pick(["top = 0;", "low = 2;", "seen = false;", "top = n;", "top = top - 1;"])]
        if self.program.has("refs") and dice.chance(0.6):
            return [f"peer = {given or self.machine()};"]
        return [dice.pick(["n = 1 - n;", "n = 1;", "if (n == 0) n = 1;"])]

    def sending(self, given=None):
        """One or a few sends, and what goes with them."""
        dice = self.dice
        # What may go on for ever must send: a loop that does not is an error.
        lines = self.plain_send(given) if self.program.has("flood") else self.send(given)
        if self.creates and dice.chance(0.35) and not self.program.has("flood"):
            # Behind a message a creation waits for that to arrive.
            lines = dice.pick([[], lines]) + self.create() + dice.pick([[], lines])
        while dice.chance(0.5 if self.program.has("guard") else 0.28):
            lines += self.send(given)
        if dice.chance(0.2):
            lines.insert(dice.below(len(lines) + 1), self.change(given)[0])
        return lines

    def receive(self):
        """A receive statement, which may leave the state."""
        lines = ["receive {"]
        for event in self.dice.sample(EVENTS, 1 + self.dice.below(2)):
            kind = self.program.kinds[event]
            param = f" (q: {kind})" if kind else ""
            body = []
            if self.dice.chance(0.4):
                body = self.change("q" if kind == "machine" else None)
            if self.dice.chance(0.3):
                body += self.send("q" if kind == "machine" else None)
            lines.append(f"  case {event}:{param} {{ {' '.join(body)} }}")
        return lines + ["}"]

    # ---- Guards ----

    def guard(self, x):
        """A condition on the number X of a message, and what may be done where it holds to keep it so."""
        dice = self.dice
        rises = [(f"{x} > top", f"top = {x};"), (f"top < {x}", f"top = {x};"), (f"!({x} <= top)", f"top = {x};"),
                 (f"{x} >= top", f"top = {x};"), (f"{x} > top && n == 0", f"top = {x};"),
                 (f"n == 0 && {x} > top", f"top = {x};"), (f"{x} >= top && !seen", "seen = true;"),
                 ("!seen", "seen = true;"), (f"top < 2 && {x} == top + 1", f"if (top < {x}) top = {x};")]
        falls = [(f"{x} < low", f"low = {x};"), (f"{x} <= low && n == 0", f"low = {x};"),
                 (f"{x} - 1 < low", f"if ({x} < low) low = {x};")]
        # They may hold again, or their field may go the other way.
        others = [(f"{x} == top", f"top = {x};"), (f"{x} != top", f"top = {x};"), (f"{x} > n", f"n = {x};"),
                  (f"{x} > top || n == 1", f"top = {x};"), (f"{x} > low", f"top = {x};"), (f"{x} < top", f"top = {x};"),
                  ("seen", "seen = false;"), (f"{x} > top", f"low = {x};"), (f"{x} > top", f"top = {x} - 1;")]
        found = dice.pick([rises, rises, falls, others] if self.is_fickle else [rises, rises, rises, falls])
        return dice.pick(found)

    def guarded(self, event, kind):
        """A handler that does something about some messages only."""
        dice = self.dice
        x = "p" if kind == "int" else dice.pick(["p.x", "p.x", "p.x", "p.y"])
        condition, keeping = self.guard(x)
        body = [keeping] if dice.chance(0.75) else []
        ways = [self.send(), self.send(), ["n = n + 1;"] if self.program.has("keeper") else self.change()]
        body += dice.pick(ways + ([[f"goto {self.anywhere()};"]] if dice.chance(0.4) else []))
        if dice.chance(0.12):
            body.insert(0, f"if ({x} == 3) assert n == 0;")
        before = []
        if dice.chance(0.2):
            before = [dice.pick(['print "guard";', f"q = {x};"] + ["n = 1 - n;"] * self.is_fickle)]
        shape = dice.weigh({"if": 5, "else": 2, "return": 3, "twice": 1})
        if shape == "return":
            lines = [f"if (!({condition})) return;"] + body
        elif shape == "else":
            other = dice.pick([[], [], ["q = 1;"], ["n = 1;"] if self.is_fickle else []])
            lines = [f"if ({condition}) {{"] + indent(body) + ["} else {"] + indent(other) + ["}"]
        else:
            lines = [f"if ({condition}) {{"] + indent(body) + ["}"]
        if shape == "twice":
            other, also = self.guard(x)
            lines += [f"if ({other}) {{ {also} }}"]
        return [f"on {event} do (p: {kind}) {{", "  var q: int;"] + indent(before + lines) + ["}"]

    # ---- States ----

    def after_send(self, index):
        """Where to go from a sending state: on, or wherever the machine waits."""
        found = [f"S{i}" for i in self.waits] * 2
        found += [f"S{i}" for i in self.sends if i > index or self.program.has("flood")]
        return self.dice.pick(found)

    def anywhere(self):
        found = [f"S{i}" for i in self.waits] * 2 + [f"S{i}" for i in self.sends]
        return self.dice.pick(found)

    def sending_state(self, index):
        dice = self.dice
        if dice.chance(0.03):
            return ["entry { assert false; }"]
        if self.program.has("halt") and dice.chance(0.1):
            return ["entry { raise halt; }"]
        if dice.chance(0.3):
            other = self.sending() if self.program.has("flood") or dice.chance(0.5) else self.change()
            lines = ["if ($) {"] + indent(self.sending() + [f"goto {self.after_send(index)};"])
            lines += ["}"] + other
        else:
            lines = self.sending()
        if self.program.has("receive") and dice.chance(0.5):
            lines += self.receive()
        return ["entry {"] + indent(lines + [f"goto {self.after_send(index)};"]) + ["}"]

    def handler(self, index, event):
        dice, kind = self.dice, self.program.kinds[event]
        given = "p" if kind == "machine" else None
        param = f" (p: {kind})" if kind else ""
        if self.program.has("quorum") and event == "e0" and dice.chance(0.6):
            size = dice.pick(["2", "2", "2", "1", "n + 1", "3"])
            ms = f" (ms: seq[{kind}])" if kind else ""
            body = dice.pick([self.change(), [f"goto {self.anywhere()};"], self.sending() + [f"goto {self.anywhere()};"]])
            return [f"on quorum ({size}) e0 do{ms} {{"] + indent(body) + ["}"]
        if kind in ("int", PAIR) and self.program.has("guard"):
            if dice.chance(0.85):
                return self.guarded(event, kind)
            if dice.chance(0.6):
                return [f"ignore {event};"]
        table = {"goto": 8, "do": 3, "ignore": 2, "none": 1}
        if self.program.has("defer"):
            table.update({"defer": 5, "ignore": 4})
        if self.program.has("refs"):
            table["do"] = 6
        way = dice.weigh(table)
        if way == "none":
            return [] if dice.chance(0.25) else [f"ignore {event};"]
        if way in ("ignore", "defer"):
            return [f"{way} {event};"]
        if way == "goto":
            if dice.chance(0.7) and not (given and dice.chance(0.5)):
                return [f"on {event} goto {self.anywhere()};"]
            body = self.change(given) if dice.chance(0.7) else self.send(given)
            return [f"on {event} goto {self.anywhere()} with{param} {{"] + indent(body) + ["}"]
        if dice.chance(0.5):
            body = self.change(given)
        else:
            body = self.send(given)
            if self.program.has("loop") and dice.chance(0.5):
                body += [f"send this, {event}{f', {given}' if given else ', p' if kind else ''};"]
            if dice.chance(0.5):
                body.append(f"goto {self.anywhere()};")
        return [f"on {event} do{param} {{"] + indent(body) + ["}"]

    def waiting_state(self, index):
        dice = self.dice
        lines = []
        if dice.chance(0.15):
            lines += ["entry {"] + indent(self.change()) + ["}"]
        for event in EVENTS:
            lines += self.handler(index, event)
        if self.program.has("null") and dice.chance(0.4):
            if dice.chance(0.7):
                lines.append(f"on null goto {self.anywhere() if dice.chance(0.35) else f'S{dice.pick(self.waits)}'};")
            else:
                lines += ["on null do {"] + indent(self.change() if dice.chance(0.8) else self.send()) + ["}"]
        if self.program.has("halt") and dice.chance(0.15):
            lines.append(dice.pick(["ignore halt;", "on halt do { n = 1; }", "defer halt;"]))
        return lines

    def draw(self, count):
        """The states from S0 on."""
        dice = self.dice
        if self.program.is_sparse:
            self.usual = dice.sample(self.known, dice.weigh({0: 1, 1: 5, 2: 2}))
        odds = 0.45 if self.program.has("flood") else 0.38
        for i in range(count):
            first = 0.8 if self.name == "Main" else 0.45
            is_sender = dice.chance(first if i == 0 else odds) and self.targets()
            (self.sends if is_sender else self.waits).append(i)
        if not self.waits:
            self.waits.append(count)
            count += 1
        states = []
        for i in range(count):
            body = self.sending_state(i) if i in self.sends else self.waiting_state(i)
            states += [f"state S{i} {{"] + indent(body) + ["}"]
        return states

    def text(self, count):
        states = self.draw(count)
        fields = self.fields + [("n", "int")]
        if self.program.has("guard"):
            fields += [("top", "int"), ("low", "int"), ("seen", "bool")]
        if self.program.has("refs"):
            fields.append(("peer", "machine"))
        if self.creates:
            fields += [("made", "bool"), ("kid", self.creates)]
        if self.loops:
            fields += [("load", "map[machine, int]"), ("some", "set[machine]"), ("least", "int")]
        lines = [f"var {name}: {kind};" for name, kind in fields]
        loops = [line for loop in self.loops for line in loop]
        if loops:
            loops += ["fun Weight(m: machine): int {", "  if (m in load) return load[m];", "  if (m == peer) return 1;",
                      "  return 0;", "}"]
        return [f"machine {self.name} {{"] + indent(lines + self.head + states + loops) + ["}"]


class Program:
    def __init__(self, mix, seed):
        self.dice = Dice(f"{mix} {seed}")
        self.features = set(self.draw_features(mix))
        self.kinds = self.draw_kinds()
        self.monitor = self.has("monitor")
        self.observed = self.dice.sample(EVENTS, 1 + self.dice.below(3)) if self.monitor else []
        self.links = []  # events that tell a machine whom it could not know when it was created
        # Machines that send to few others are often independent of each other.
        self.is_sparse = not self.has("hub") and self.dice.chance(0.6)
        self.kid = "Kid" if self.has("create") else None

    def draw_features(self, mix):
        if mix not in SOME_OF:
            return MIXES[mix]
        fixed = ALWAYS.get(mix, [])
        return fixed + [f for f in MIXES[mix] if f not in fixed and self.dice.chance(SOME_OF[mix])]

    def draw_kinds(self):
        """Of each event, what it carries."""
        kinds = {event: "" for event in EVENTS}
        if self.has("payload") or self.has("guard"):
            kinds["e0"] = "int"
        if self.has("guard"):
            kinds["e2"] = self.dice.pick(["int", PAIR, ""])
        if self.has("refs"):
            kinds["e1"] = "machine"
            if not self.has("guard") and self.dice.chance(0.3):
                kinds["e2"] = "machine"
        return kinds

    def has(self, feature):
        return feature in self.features

    # ---- Machines that all differ ----

    def children(self):
        """Main creates the others in a row; each knows Main and those before it."""
        count = 3 if self.is_sparse else 2 + self.dice.below(2)
        return [(name.lower(), name) for name in NAMES[1:count + 1]]

    def main(self, others):
        machine = Machine(self, "Main", others)
        entry = []
        for i, (name, kind) in enumerate(others):
            refs = ["this"] + [n for n, _ in others[:i]]
            given = refs[0] if len(refs) == 1 else f"({', '.join(refs)})"
            entry.append(f"{name} = new {kind}({given});")
        for i, (name, kind) in enumerate(others[:-1]):
            if not self.is_linked:
                continue
            later = [n for n, _ in others[i + 1:]]
            given = later[0] if len(later) == 1 else f"({', '.join(later)})"
            entry.append(f"send {name}, eLink{kind}, {given};")
        if self.has("refs"):
            entry.append(f"peer = {self.dice.pick(others)[0]};")
        machine.head = ["start state Init {", "  entry {"] + indent(indent(entry + ["goto S0;"])) + ["  }", "}"]
        return machine

    def child(self, others, at):
        name, kind = others[at]
        before = [("m", "Main")] + others[:at]
        after = others[at + 1:] if self.is_linked else []
        machine = Machine(self, kind, before + after)
        types = [t for _, t in before]
        param = types[0] if len(types) == 1 else f"({', '.join(types)})"
        entry = ["m = p;"] if len(types) == 1 else [f"{n} = p.{i};" for i, (n, _) in enumerate(before)]
        if self.has("refs"):
            entry.append(f"peer = {self.dice.pick(before)[0]};")
        if not after:
            machine.head = ["start state Init {", f"  entry (p: {param}) {{"] + \
                indent(indent(entry + ["goto S0;"])) + ["  }", "}"]
            return machine
        types = [t for _, t in after]
        link = types[0] if len(types) == 1 else f"({', '.join(types)})"
        self.links.append(f"event eLink{kind}: {link};")
        told = [f"{after[0][0]} = q;"] if len(types) == 1 else [f"{n} = q.{i};" for i, (n, _) in enumerate(after)]
        machine.head = ["start state Init {", f"  entry (p: {param}) {{"] + indent(indent(entry)) + ["  }"] + \
            [f"  on eLink{kind} goto S0 with (q: {link}) {{"] + indent(indent(told)) + ["  }"] + \
            ["  defer e0, e1, e2;", "}"]
        return machine

    def actors(self):
        others = self.children()
        self.is_linked = self.dice.chance(0.4)
        machines = [self.main(others)] + [self.child(others, i) for i in range(len(others))]
        creator = self.dice.pick(machines) if self.kid else None
        if creator:
            creator.creates = self.kid
        lines = []
        for machine in machines:
            lines += machine.text(2 + self.dice.below(3 if len(machines) > 3 else 4))
        return lines, [m.name for m in machines]

    # ---- A hub and its clients ----

    def hub(self):
        dice = self.dice
        count = 2 + dice.below(2)
        kinds = {"seq[Client]": 5, "set[Client]": 4, "map[Client, int]": 2, "none": 4}
        if self.has("crowd"):
            kinds = {"seq[Client]": 1, "set[Client]": 6, "map[Client, int]": 3}
        kind = dice.weigh(kinds)
        hub = Machine(self, "Main", [])
        entry = []
        for i in range(count):
            if kind == "none":
                hub.known.append((f"c{i}", "Client"))
                entry.append(f"c{i} = new Client(this);")
                continue
            entry.append("one = new Client(this);")
            entry.append({"s": "cs += (sizeof(cs), one);" if kind.startswith("seq") else "cs += (one);",
                          "m": "cs += (one, 0);"}[kind[0]])
        if kind == "none":
            hub.fields = list(hub.known)
        else:
            hub.crowd = ("keys(cs)" if kind.startswith("map") else "cs", kind)
            hub.fields = [("cs", kind), ("one", "Client")]
        entry.append("peer = this;" if kind == "none" or dice.chance(0.5) else "peer = one;")
        hub.head = ["start state Init {", "  entry {"] + indent(indent(entry + ["goto S0;"])) + ["  }", "}"]
        client = Machine(self, "Client", [("m", "Main")])
        client.head = ["start state Init {", "  entry (p: Main) {", "    m = p;", "    peer = p;", "    goto S0;",
                       "  }", "}"]
        if self.kid:
            dice.pick([hub, client]).creates = self.kid
        return hub.text(2 + dice.below(3)) + client.text(2 + dice.below(3)), ["Main", "Client"]

    # ---- A keeper and those who tell it numbers ----

    def keeper(self):
        """It answers what it takes; who has told it, and Main, count the answers."""
        dice = self.dice
        keeper = Machine(self, "Keeper", [("m", "Main")])
        keeper.waits = list(range(dice.weigh({1: 4, 2: 2, 3: 1})))
        states = []
        for i in keeper.waits:
            lines = []
            for event in EVENTS:
                kind = self.kinds[event]
                if kind:
                    lines += keeper.handler(i, event)
                    continue
                body = keeper.change() if keeper.is_fickle or dice.chance(0.5) else [f"goto {keeper.anywhere()};"]
                lines += [f"on {event} do {{"] + indent(body) + ["}"]
            states += [f"{'start ' if i == 0 else ''}state S{i} {{"] + indent(
                (["entry (p: Main) { m = p; }"] if i == 0 else []) + lines) + ["}"]
        # A state is entered with a payload at the start only.
        if any("goto S0" in line for line in states):
            states = [line.replace("start state S0", "state S0").replace("entry (p: Main) { m = p; }", "") for line in states]
            states = ["start state Init {", "  entry (p: Main) { m = p; goto S0; }", "}"] + states
        fields = [("m", "Main"), ("n", "int"), ("top", "int"), ("low", "int"), ("seen", "bool")]
        lines = ["machine Keeper {"] + indent([f"var {n}: {t};" for n, t in fields] + states) + ["}"]
        tellers = 1 + dice.below(3)
        for i in range(tellers):
            teller = Machine(self, f"T{i}", [("k", "Keeper")])
            body = []
            for _ in range(1 + dice.below(4 - tellers)):
                event = teller.event()
                kind = self.kinds[event]
                number = lambda: str(dice.below(4))
                given = f", {number()}" if kind == "int" else f", (x = {number()}, y = {number()})" if kind else ""
                body.append(f"send k, {event}{given};")
            lines += [f"machine T{i} {{", "  start state S {", "    entry (k: Keeper) {"] + \
                indent(indent(indent(body))) + ["    }", "  }", "}"]
        counts = [f"    on {e} do{f' (p: {self.kinds[e]})' if self.kinds[e] else ''} {{ if (n < 3) n = n + 1; }}" for e in EVENTS]
        made = [f"      new T{i}(k);" for i in range(tellers)]
        lines += ["machine Main {", "  var n: int;", "  start state S {", "    entry {", "      var k: Keeper;",
                  "      k = new Keeper(this);"] + made + ["    }"] + counts + ["  }", "}"]
        return lines, ["Main", "Keeper"] + [f"T{i}" for i in range(tellers)]

    # ---- Voters ----

    def counted(self, event, states):
        """A handler of the machine that counts."""
        dice, kind = self.dice, self.kinds[event]
        go = f"goto S{dice.below(states)};"
        if event != "e2" and dice.chance(0.6 if event == "e0" else 0.2):
            ms = f" (ms: seq[{kind}])" if kind else ""
            return [f"on quorum ({dice.pick(['2', '2', '2', '3', 'n + 1'])}) {event} do{ms} {{ {go} }}"]
        param = f" (p: {kind})" if kind else ""
        table = {"goto": 5, "do": 3, "ignore": 2}
        if self.has("defer"):
            table["defer"] = 4
        how = dice.weigh(table)
        if how in ("ignore", "defer"):
            return [f"{how} {event};"]
        return [f"on {event} do{param} {{ {go if how == 'goto' else 'n = 1;'} }}"]

    def voters(self):
        """They send in order, and the quorum of one event may come before or after other events."""
        dice = self.dice
        states, count = 2 + dice.below(3), 2 + dice.below(2)
        made = [f"      new V{i}(this);" for i in range(count)]
        lines = ["machine Main {", "  var n: int;", "  start state Init {", "    entry {"] + made + \
            ["      goto S0;", "    }", "  }"]
        for i in range(states):
            body = [line for event in EVENTS for line in self.counted(event, states)]
            if self.has("null") and dice.chance(0.3):
                body.append(f"on null do {{ n = 1; goto S{dice.below(states)}; }}")
            lines += [f"  state S{i} {{"] + indent(indent(body)) + ["  }"]
        lines.append("}")
        for i in range(count):
            sent = [dice.pick(["e0", "e0", "e1", "e2"]) for _ in range(1 + dice.below(3 if count == 2 else 2))]
            given = {"int": lambda: f", {dice.below(2)}", "": lambda: ""}
            body = " ".join(f"send m, {event}{given[self.kinds[event]]()};" for event in sent)
            lines.append(f"machine V{i} {{ start state S {{ entry (m: machine) {{ {body} }} }} }}")
        return lines, ["Main"] + [f"V{i}" for i in range(count)]

    # ---- The rest ----

    def kid_machine(self):
        kid = Machine(self, "Kid", [("m", "machine")])
        kid.head = ["start state Init {", "  entry (p: machine) {", "    m = p;"] + \
            (["    peer = p;"] if self.has("refs") else []) + ["    goto S0;", "  }", "}"]
        return kid.text(1 + self.dice.below(2))

    def spec(self):
        dice = self.dice
        count = 2 + dice.below(2)
        keeps = self.has("refs") and "e1" in self.observed and dice.chance(0.5)
        hot = dice.chance(0.15)
        lines = [f"spec Watch observes {', '.join(self.observed)} {{"]
        if keeps:
            lines.append("  var seen: set[machine];")
        for i in range(count):
            heat = "hot " if hot and i == 1 else ""
            lines.append(f"  {'start ' if i == 0 else ''}{heat}state T{i} {{")
            for event in self.observed:
                kind = self.kinds[event]
                if keeps and kind == "machine" and dice.chance(0.5):
                    lines.append(f"    on {event} do (p: machine) {{ seen += (p); }}")
                elif dice.chance(0.04):
                    lines.append(f"    on {event} do {{ assert false; }}")
                elif self.has("assume") and dice.chance(0.15):
                    lines.append(f"    on {event} do {{ assume (false); }}")
                elif dice.chance(0.2):
                    lines.append(f"    ignore {event};")
                else:
                    lines.append(f"    on {event} goto T{dice.below(count)};")
            lines.append("  }")
        return lines + ["}"]

    def text(self):
        body, names = self.hub() if self.has("hub") else self.keeper() if self.has("keeper") else \
            self.voters() if self.has("voters") else self.actors()
        if self.kid:
            body += self.kid_machine()
            names.append("Kid")
        lines = [f"event {e}{': ' + k if k else ''};" for e, k in self.kinds.items()] + self.links + body
        if self.has("assume"):
            lines.insert(0, "axiom true;")
        module = f"{{ {', '.join(names)} }}"
        if self.monitor:
            lines += self.spec()
            module = f"(assert Watch in {module})"
        return "\n".join(lines + [f"test tc [main=Main]: {module};"]) + "\n"


def make(mix, seed):
    """The text of one program."""
    if mix == "general":
        return generate.Program(seed, None).render()
    return f"// generate_reduce.py {mix} {seed}\n" + Program(mix, seed).text()


def write(mix, seed, folder):
    path = os.path.join(folder, f"{mix}-{seed}.p")
    with open(path, "w") as f:
        f.write(make(mix, seed))
    return path


def main():
    if len(sys.argv) == 3:
        sys.stdout.write(make(sys.argv[1], int(sys.argv[2])))
        return
    mix, first, count, folder = sys.argv[1:5]
    for seed in range(int(first), int(first) + int(count)):
        write(mix, seed, folder)


if __name__ == "__main__":
    main()
