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

# What a program may have; "hub" is another shape: one machine and its like clients.
MIXES = {
    "plain": [],
    "defer": ["defer"],
    "receive": ["receive"],
    "null": ["null"],
    "refs": ["refs"],
    "create": ["create"],
    "monitor": ["monitor"],
    "self": ["self"],
    "halt": ["halt"],
    "quorum": ["quorum", "payload"],
    "hub": ["hub", "refs"],
    "hubmix": ["hub", "refs", "defer", "receive", "monitor", "halt", "null", "create", "payload"],
    "loop": ["loop", "self"],
    "loopmix": ["loop", "self", "defer", "refs", "monitor", "null", "receive"],
    "flood": ["flood"],
    "floodmix": ["flood", "defer", "self", "refs", "monitor", "null", "receive", "halt"],
    "mixed": ["defer", "receive", "null", "refs", "create", "monitor", "self", "halt", "payload"],
    "general": None,  # of generate.py
}
# Of mixes that are wholes of features, each is drawn with these odds.
SOME_OF = {"mixed": 0.45, "hubmix": 0.35, "loopmix": 0.35, "floodmix": 0.35}
ALWAYS = {"hubmix": ["hub", "refs"], "loopmix": ["loop", "self"], "floodmix": ["flood"]}
EVENTS = ["e0", "e1", "e2"]
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
        self.head = []          # lines before S0
        self.waits, self.sends = [], []
        self.count = 0

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
        if kind == "int":
            return ", " + self.dice.pick(["0", "1", "n"])
        return ", " + (given if given and self.dice.chance(0.4) else self.machine())

    # ---- Statements ----

    def plain_send(self, given=None):
        event = self.dice.pick(EVENTS)
        target = given if given and self.dice.chance(0.5) else self.dice.pick(self.targets())
        return [f"send {target}, {event}{self.payload(event, given)};"]

    def send(self, given=None):
        program, dice = self.program, self.dice
        if not self.targets():
            return self.change(given)
        if program.has("halt") and dice.chance(0.12):
            return [f"send {dice.pick(self.targets())}, halt;"]
        if program.monitor and dice.chance(0.1):
            event = dice.pick(program.observed)
            return [f"announce {event}{self.payload(event)};"]
        event = dice.pick(EVENTS)
        if self.creates and dice.chance(0.3):
            return [f"if (made) send kid, {event}{self.payload(event)};"]
        if self.crowd and dice.chance(0.3):
            return [f"foreach (one in {self.crowd[0]}) send one, {event}{self.payload(event)};"]
        return self.plain_send(given)

    def create(self):
        kind = self.dice.pick(["this", self.machine()])
        if self.dice.chance(0.9):
            return [f"if (!made) {{ made = true; kid = new {self.creates}({kind}); }}"]
        return ["made = true;", f"kid = new {self.creates}({kind});"]

    def change(self, given=None):
        """Something without effect on others."""
        dice = self.dice
        if self.program.has("refs") and dice.chance(0.6):
            return [f"peer = {given or self.machine()};"]
        return [dice.pick(["n = 1 - n;", "n = 1;", "if (n == 0) n = 1;"])]

    def sending(self, given=None):
        """One or a few sends, and what goes with them."""
        dice = self.dice
        # What may go on for ever must send: a loop that does not is an error.
        lines = self.plain_send(given) if self.program.has("flood") else self.send(given)
        if self.creates and dice.chance(0.35) and not self.program.has("flood"):
            lines = self.create() + (lines if dice.chance(0.5) else [])
        while dice.chance(0.28):
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
        if self.program.has("refs"):
            fields.append(("peer", "machine"))
        if self.creates:
            fields += [("made", "bool"), ("kid", self.creates)]
        lines = [f"var {name}: {kind};" for name, kind in fields]
        return [f"machine {self.name} {{"] + indent(lines + self.head + states) + ["}"]


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
        if self.has("payload"):
            kinds["e0"] = "int"
        if self.has("refs"):
            kinds["e1"] = "machine"
            if self.dice.chance(0.3):
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
        kind = dice.weigh({"seq[Client]": 5, "set[Client]": 4, "map[Client, int]": 2, "none": 4})
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
                elif dice.chance(0.2):
                    lines.append(f"    ignore {event};")
                else:
                    lines.append(f"    on {event} goto T{dice.below(count)};")
            lines.append("  }")
        return lines + ["}"]

    def text(self):
        body, names = self.hub() if self.has("hub") else self.actors()
        if self.kid:
            body += self.kid_machine()
            names.append("Kid")
        lines = [f"event {e}{': ' + k if k else ''};" for e, k in self.kinds.items()] + self.links + body
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
