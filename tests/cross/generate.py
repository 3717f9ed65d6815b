#!/usr/bin/env python3
"""Random small P programs, the input of the differential tests between explorers.

usage: generate.py SEED [--profile NAME]
       generate.py --out DIR --count N --seed S [--profile NAME]

Every program is well typed, has one test (tc) and, with few exceptions, a small finite
state space.  Finite, because whatever emits (a send, a raise, a creation) needs a licence:

* ONCE: it stands where control comes at most once in a machine's life;
* RANK: it handles event number r and emits only events of a higher number, or the same
  event again with a smaller hop count;
* FUEL: it takes from a counter that only the start entry fills;
* TOKEN (profile liveness): each message handled sends at most one on, for ever.

In a program that may go on for ever, numbers are kept modulo 3 and collections short.

One program in eight has assumptions, in machines and in specs; with the profile assume, every program has.

A quarter of the programs are careful (everything handled, no null, assertions with slack), the others
draw one or two RISKS, so that about two in five are violated, each in its own way.

The text depends on the seed and the profile alone, whatever the version of Python.
"""
import argparse
import os
import random

PROFILES = ["plain", "monitors", "receive", "null", "halt", "create", "liveness", "values", "quorum",
            "defer", "mixed"]
ON_DEMAND = ["assume"]  # never drawn

# The P type of what events, entries and variables carry; "" is no payload.
INT, BOOL, TEXT, MACHINE, EVENT, ANY = "int", "bool", "string", "machine", "event", "any"
COLOR, NOTE, PAIR = "tColor", "tNote", "(int, bool)"  # the first two are declared in the preamble
SEQ, SET, MAP, GROUP = "seq[int]", "set[int]", "map[int, int]", "seq[machine]"
COLORS = ["RED", "GREEN", "BLUE"]
PREAMBLE = {COLOR: "enum tColor { RED, GREEN, BLUE }", NOTE: "type tNote = (n: int, who: machine);"}

ONCE, RANK, FUEL, TOKEN = "once", "rank", "fuel", "token"
TOP_RANK = 99  # of halt


class Dice:
    """The only source of randomness; nothing but random() and randrange(), which never changed."""

    def __init__(self, seed):
        self.source = random.Random(seed)

    def below(self, n):
        return self.source.randrange(n)

    def chance(self, probability):
        return self.source.random() < probability

    def pick(self, items):
        return items[self.below(len(items))]

    def weigh(self, table):
        """One of the keys of {key: weight}, weights being small ints."""
        at = self.below(sum(table.values()))
        for key, weight in table.items():
            at -= weight
            if at < 0:
                return key
        raise AssertionError

    def sample(self, items, count):
        rest = list(items)
        return [rest.pop(self.below(len(rest))) for _ in range(min(count, len(rest)))]


class Event:
    def __init__(self, name, payload, rank):
        self.name, self.payload, self.rank = name, payload, rank

    @property
    def hops(self):
        """Whether the payload holds a hop count."""
        return self.payload in (INT, NOTE)


HALT = Event("halt", "", TOP_RANK)


def indent(lines):
    return ["  " + line for line in lines]


def block(head, lines):
    """`head { lines }`, on one line if it is short."""
    flat = " ".join([head, "{"] + [line.strip() for line in lines] + ["}"])
    if len(flat) < 90 and len(lines) < 4:
        return [flat]
    return [head + " {"] + indent(lines) + ["}"]


class Scope:
    """What an expression may name: pairs of text and type."""

    def __init__(self, fields=()):
        self.fields = list(fields)
        self.locals = []

    def all(self):
        return self.fields + self.locals

    def of(self, wanted):
        """Every expression of the wanted type that is a variable or a component of one."""
        found = [name for name, kind in self.all() if kind == wanted]
        for name, kind in self.all():
            if kind == NOTE and wanted == INT:
                found.append(name + ".n")
            if kind == NOTE and wanted == MACHINE and (name, kind) in self.locals:  # fields may be null
                found.append(name + ".who")
            if kind == PAIR and wanted in (INT, BOOL):
                found.append(name + (".0" if wanted == INT else ".1"))
        return found


class Expressions:
    """Expressions over a scope."""

    def __init__(self, program, scope, this):
        self.program, self.dice, self.scope = program, program.dice, scope
        self.this = this  # whether `this` may be written

    def variable(self, kind):
        found = self.scope.of(kind)
        return self.dice.pick(found) if found else None

    def int(self, depth=1):
        dice = self.dice
        way = dice.weigh({"literal": 3, "variable": 6, "binary": 3 * depth, "size": 1})
        if way == "size":
            found = [name for name, kind in self.scope.all() if kind in (SEQ, SET, MAP, GROUP)]
            if found:
                return f"sizeof({dice.pick(found)})"
        if way == "binary":
            left = self.int(depth - 1)
            if "division" in self.program.risks and dice.chance(0.6):
                return f"({left} {dice.pick('/%')} {self.int(depth - 1)})"
            tail = dice.pick(["+ 1", "- 1", "* 2", "% 2", "/ 2", "+", "-"])
            return f"({left} {tail})" if len(tail) > 1 else f"({left} {tail} {self.int(0)})"
        risky = self.risky_read() if dice.chance(0.3) else None
        name = self.variable(INT) if way != "literal" else None
        return risky or name or str(dice.below(3))

    def changing(self):
        """An int that is no constant, if there is one."""
        if not self.variable(INT):
            return self.int()
        tail = self.dice.weigh({"": 8, " + 1": 1, " % 2": 1, "+": 1})
        text = self.variable(INT)
        return f"{text} + {self.variable(INT)}" if tail == "+" else text + tail

    def risky_read(self):
        """Reading what may not be there."""
        at = self.dice.below(2)
        if "index" in self.program.risks and self.variable(SEQ):
            return f"{self.variable(SEQ)}[{at}]"
        if "key" in self.program.risks and self.variable(MAP):
            return f"{self.variable(MAP)}[{at}]"
        return None

    def bool(self, depth=1):
        dice = self.dice
        way = dice.weigh({"compare": 6, "variable": 3, "same": 2, "member": 2, "junction": 2 * depth})
        if way == "variable" and self.variable(BOOL):
            return dice.pick(["", "!"]) + self.variable(BOOL)
        if way == "same":
            kind = dice.pick([MACHINE, COLOR, TEXT, SEQ, SET, MAP, PAIR])
            if self.variable(kind):
                return f"{self.variable(kind)} {dice.pick(['==', '!='])} {self.of(kind)}"
        if way == "member":
            found = self.variable(SET) or self.variable(MAP) or self.variable(SEQ)
            if found:
                return f"({self.int(0)} in {found})"
        if way == "junction":
            return f"({self.bool(0)} {dice.pick(['&&', '||'])} {self.bool(0)})"
        left = self.changing()
        return f"{left} {dice.pick(['==', '!=', '<', '<=', '>'])} {dice.below(3)}"

    def machine(self):
        found = self.scope.of(MACHINE) + (["this"] if self.this else [])
        return self.dice.pick(found) if found else "null"

    def of(self, kind):
        """Some expression of the type."""
        dice = self.dice
        if kind == INT:
            return self.int()
        if kind == BOOL:
            return self.bool()
        if kind == MACHINE:
            return self.machine()
        if kind == ANY:
            return self.of(dice.pick([INT, INT, BOOL, TEXT]))
        if kind == EVENT:
            return dice.pick(self.program.events).name
        if self.variable(kind) and dice.chance(0.6):
            return self.variable(kind)
        if kind == TEXT:
            return dice.pick(['"a"', '"b"', f'format("{{0}}", {self.small()})'])
        if kind == COLOR:
            self.program.needs(COLOR)
            return dice.pick(COLORS)
        if kind == NOTE:
            self.program.needs(NOTE)
            return f"(n = {self.small()}, who = {self.machine()})"
        if kind == PAIR:
            return f"({self.small()}, {self.bool(0)})"
        return f"default({kind})"

    def small(self):
        """An int with few values."""
        if self.dice.chance(0.6) or not self.variable(INT):
            return str(self.dice.below(3))
        name = self.variable(INT)
        return f"{name} % 3" if self.program.endless or self.dice.chance(0.5) else name

    def count(self):
        """A hop count: always below 3."""
        if self.dice.chance(0.75) or not self.variable(INT):
            return str(self.dice.below(3))
        return f"{self.variable(INT)} % 3"

    def payload(self, kind):
        """A payload; whatever counts hops stays small."""
        if kind == INT:
            return self.count()
        if kind == NOTE:
            self.program.needs(NOTE)
            return f"(n = {self.count()}, who = {self.machine()})"
        return self.of(kind)


class Body:
    """One function body under construction, and what it may do."""

    def __init__(self, owner, state, licence, rank=0, handles=None, moves=True, returns=False):
        self.owner, self.program, self.dice = owner, owner.program, owner.program.dice
        self.state, self.licence, self.rank = state, licence, rank
        self.handles = handles     # the event whose payload counts hops in self.hop
        self.hop = None
        self.moves = moves         # may raise and goto
        self.returns = returns     # has a result, hence may neither
        self.forward_only = False  # goto only to later states: set in entries
        self.start = False         # in the entry of the start state
        self.depth = 0
        self.scope = Scope(owner.fields)
        self.expr = Expressions(self.program, self.scope, owner.has_this)
        self.declared = []

    # ---- Variables ----

    def parameter(self, name, kind):
        self.scope.locals.append((name, kind))
        if self.handles is not None and self.handles.hops:
            self.hop = name if kind == INT else name + ".n"

    def local(self, kind, visible=True):
        name = f"v{len(self.declared)}"
        self.declared.append((name, kind))
        if visible:
            self.scope.locals.append((name, kind))
        return name

    def text(self, lines):
        return [f"var {name}: {kind};" for name, kind in self.declared] + lines

    # ---- Statements ----

    def statements(self, count):
        lines = []
        for _ in range(count):
            lines += self.statement()
        return lines

    def nested(self, count=1):
        self.depth += 1
        lines = self.statements(count)
        self.depth -= 1
        return lines or ["print \"nothing\";"]

    def statement(self):
        weights = dict(self.program.weights)
        if self.depth >= 2:
            weights = {k: w for k, w in weights.items() if k not in ("if", "loop", "foreach", "flip", "gamble", "receive")}
        if self.owner.is_global:
            weights = {"emit": 4, "receive": weights.get("receive", 0) + 1, "assert": 1}
        return getattr(self, "do_" + self.dice.weigh(weights))()

    def filler(self):
        return self.do_assert() if self.owner.is_global else self.do_assign()

    def do_assign(self):
        return self.assignment() + self.program.assumption(self.expr, 0.1)

    def assignment(self):
        dice, expr, endless = self.dice, self.expr, self.program.endless
        name, kind = dice.pick([f for f in self.scope.fields if f[0] != "fuel"])
        at = dice.below(3)
        if kind == INT:
            value = expr.int()
            if value == name or dice.chance(0.5):
                value = f"{name} + 1"
            return [f"{name} = ({value}) % 3;" if endless else f"{name} = {value};"]
        if kind == BOOL:
            return [f"{name} = {dice.pick(['!' + name, 'true', expr.bool()])};"]
        if kind == COLOR:
            return [f"{name} = {dice.pick(COLORS)};"]
        if kind == TEXT:
            fixed = ['"a"', '"b"']
            grown = [f'{name} + "c"', f'format("{{0}}{{1}}", {name}, {expr.int(0)})']
            return [f"{name} = {dice.pick(fixed if endless else grown)};"]
        if kind == PAIR:
            return [dice.pick([f"{name}.0 = {expr.small()};", f"{name}.1 = {expr.bool(0)};",
                               f"{name} = {expr.of(PAIR)};"])]
        if kind == NOTE:
            return [dice.pick([f"{name}.n = {expr.small()};", f"{name}.who = {expr.machine()};"])]
        if kind == MACHINE:
            value = expr.machine()
            return [f"{name} = {value};"] if value != name and not self.start else self.do_check()
        if kind == SET:
            return [dice.pick([f"{name} += ({expr.small()});", f"{name} -= ({at});"])]
        if kind == MAP:
            return self.change_map(name, at)
        if kind == SEQ:
            return self.change_seq(name)
        if kind == ANY:
            return [f"{name} = {expr.of(dice.pick([BOOL, COLOR, TEXT]) if endless else ANY)};"]
        return self.do_check()

    def change_map(self, name, key):
        value = self.expr.small()
        if "key" in self.program.risks and self.dice.chance(0.5):
            return [f"{name} += ({key}, {value});"]
        return self.dice.pick([[f"{name}[{key}] = {value};"], [f"{name} -= ({key});"],
                               [f"if ({key} in {name}) {name}[{key}] = {name}[{key}] % 2 + 1;"],
                               [f"if (!({key} in {name})) {name} += ({key}, {value});"]])

    def change_seq(self, name):
        value = self.expr.small()
        if "index" in self.program.risks and self.dice.chance(0.5):
            return self.dice.pick([[f"{name} -= (0);"], [f"{name}[1] = {value};"], [f"{name} += (1, {value});"]])
        room = f"if (sizeof({name}) < {2 if self.program.endless else 3}) "
        return [self.dice.pick([f"{room}{name} += (sizeof({name}), {value});", f"{room}{name} += (0, {value});",
                                f"if (sizeof({name}) > 0) {name} -= (0);",
                                f"if (sizeof({name}) > 0) {name}[0] = {value};"])]

    def do_choose(self):
        dice = self.dice
        field = self.writable(INT)
        found = self.scope.of(SEQ) + self.scope.of(SET) + self.scope.of(MAP)
        if found and dice.chance(0.5):
            name = dice.pick(found)
            guard = "" if "choose" in self.program.risks else f"if (sizeof({name}) > 0) "
            return [f"{guard}{field} = choose({name});"]
        if "choose" in self.program.risks and dice.chance(0.3):
            return [f"{field} = choose({self.expr.int()});"]
        if dice.chance(0.2) and self.writable(BOOL):
            return [f"{self.writable(BOOL)} = {dice.pick(['choose()', '$', '$$'])};"]
        return [f"{field} = {dice.pick(['choose(2)', 'choose(3)', 'OpenCount()'])};"]

    def writable(self, kind):
        found = [name for name, k in self.scope.fields if k == kind and name != "fuel"]
        return self.dice.pick(found) if found else None

    def do_if(self):
        lines = block(f"if ({self.expr.bool()})", self.nested())
        return lines + block("else", self.nested()) if self.dice.chance(0.4) else lines

    def do_flip(self):
        lines = block(f"if ({self.dice.pick(['$', '$$', 'choose()', 'OpenFlag()'])})", self.nested())
        return lines + block("else", self.nested()) if self.dice.chance(0.5) else lines

    def do_gamble(self):
        """A loop of choices that may go on for ever, within a step."""
        coin = self.dice.pick(["$", "$$", "choose(3) != 1", "choose(2) == 0 && $"])
        field = next((name for name, kind in self.scope.fields if kind == BOOL), None)
        inside = self.dice.pick([[], [f"{field} = !{field};"], [f"{field} = $;"]]) if field else []
        if field and self.dice.chance(0.3):
            return block(f"while ({field} == $)", [f"{field} = {self.dice.pick(['$', '!' + field])};"])
        return block(f"while ({coin})", inside)

    def do_loop(self):
        if "runaway" in self.program.risks and self.dice.chance(0.4):
            return block(f"while ({self.expr.bool()})", self.do_check())
        name = self.local(INT, visible=False)
        inside = self.nested()
        head = [f"{name} = 0;"] if self.dice.chance(0.3) else []
        tail = [f"if ({self.expr.bool()}) break;"] if self.dice.chance(0.3) else []
        return head + block(f"while ({name} < 2)", [f"{name} = {name} + 1;"] + inside + tail)

    def do_foreach(self):
        found = self.scope.of(SEQ) + self.scope.of(SET)
        if not found:
            return self.do_assign()
        name = self.local(INT)
        source = self.dice.pick(found)
        if self.scope.of(MAP) and self.dice.chance(0.3):
            source = f"{self.dice.pick(['keys', 'values'])}({self.scope.of(MAP)[0]})"
        return block(f"foreach ({name} in {source})", self.nested())

    def do_check(self):
        return ["print \"here\";"] if self.dice.chance(0.3) else self.do_assert()

    def do_assert(self):
        dice, expr = self.dice, self.expr
        if "assert" in self.program.risks and dice.chance(0.6):
            text = expr.bool()
            if dice.chance(0.6):
                text = f"{expr.changing()} {dice.pick(['<', '<=', '!='])} {dice.below(3) + 1}"
            return [f"assert {text};"]
        slack = [f"{expr.changing()} < 90", f"{expr.changing()} > -90"]
        slack += [f"sizeof({name}) <= 9" for name, kind in self.scope.all() if kind in (SET, SEQ, MAP)]
        if not self.start:
            slack += [f"{name} != null" for name, kind in self.scope.all() if kind == MACHINE]
        message = f", format(\"at {{0}}\", {expr.int(0)})" if dice.chance(0.2) else ""
        return [f"assert {dice.pick(slack)}{message};"]

    def do_cast(self):
        """Through `any` and back."""
        found = self.scope.of(ANY)
        field = self.writable(INT)
        if not found or not field:
            return self.do_assign()
        value = self.dice.pick(found)
        if "cast" in self.program.risks:
            return [f"{field} = ({value} as int) % 3;"]
        return [f"if ({value} == {self.dice.below(3)}) {field} = ({value} as int);"]

    def do_event(self):
        """An event in a variable: its payload is checked only when it arrives."""
        found = [e for e in self.targets_of_rank() if e.payload in (INT, NOTE)]
        if not found or self.licence == TOKEN:
            return self.do_assign()
        event = self.dice.pick(found)
        other = self.dice.pick(self.program.events)
        name = self.local(EVENT, visible=False)
        value = self.expr.count()
        if event.payload == NOTE:  # its fields are found by their names, in any order
            value = f"(who = {self.expr.machine()}, n = {value})"
        is_null = "null" in self.program.risks and self.dice.chance(0.4)
        if "cast" in self.program.risks and self.dice.chance(0.6):
            value = self.dice.pick(["true", "\"a\""]) if event.payload == INT else "(n = 1, m = 2)"
        self.program.spend(1)
        self.program.mention(event)
        second = f"if ({name} != {other.name}) " if self.dice.chance(0.3) else ""
        first = [] if is_null else [f"{name} = {event.name};"]
        return first + [f"{second}send {self.target()}, {name}, {value};"]

    def do_call(self):
        """A function called from here alone, hence with the same licence."""
        if self.owner.is_global or self.depth > 1:
            return self.do_assign()
        return self.owner.outline(self)

    def do_recursion(self):
        field = self.writable(INT)
        self.program.wants_sum = True
        return [f"{field} = SumTo({self.expr.count()}){' % 3' if self.program.endless else ''};"]

    # ---- Emitting ----

    def target(self):
        """Someone to send to."""
        dice, scope = self.dice, self.scope
        groups = scope.of(GROUP)
        if groups and dice.chance(0.3):
            return f"choose({dice.pick(groups)})"
        others = scope.of(MACHINE)
        if others and dice.chance(0.85):
            return dice.pick(others)
        return self.expr.machine()

    def targets_of_rank(self):
        """The events that this body may emit without a guard."""
        events = self.program.events
        if self.licence == ONCE:
            return events
        if self.licence == RANK:
            return [e for e in events if e.rank > self.rank]
        return []

    def do_emit(self):
        """A guarded group of sends, creations and the like."""
        if self.licence == TOKEN or not self.program.may_send():
            return self.do_fuelled() if self.program.may_send() and self.dice.chance(0.2) else self.filler()
        ways = {}
        if self.targets_of_rank():
            ways["free"] = 4
        if self.licence == RANK and self.hop is not None:
            ways["hop"] = 5
        if not self.owner.is_global:
            ways["fuel"] = 1 if self.licence == ONCE else 3
        way = self.dice.weigh(ways) if ways else None
        if way is None:
            return self.do_assert()
        if way == "free":
            return self.acts(self.targets_of_rank())
        if way == "fuel":
            return self.do_fuelled()
        return block(f"if ({self.hop} > 0)", self.acts(self.targets_of_rank(), again=self.handles))

    def do_fuelled(self):
        if self.owner.is_global:
            return self.do_assert()
        self.owner.uses_fuel = True
        return block("if (fuel > 0)", ["fuel = fuel - 1;"] + self.acts(self.program.events))

    def acts(self, events, again=None):
        """One to three acts; AGAIN is an event that may be passed on with one hop less."""
        dice, lines = self.dice, []
        count = dice.weigh({1: 5, 2: 4, 3: 1})
        for i in range(count):
            way = dice.weigh(self.program.acts)
            if way == "new" and self.program.may_create() and not self.owner.is_global:
                made = self.owner.creation(self.expr)
                if made is not None:
                    name = self.writable(MACHINE)
                    lines.append(f"{name} = {made};" if name and dice.chance(0.5) else f"{made};")
                    lines += self.program.assumption(self.expr, 0.3)
                    continue
            if way == "halt":
                lines.append(f"send {self.target()}, halt;")
                continue
            if way == "announce":
                event = dice.pick(self.program.events)
                lines.append(self.emission("announce", event))
                lines += self.program.assumption(self.expr, 0.3)
                continue
            if way == "group" and self.scope.of(GROUP) and events:
                name = self.local(MACHINE, visible=False)
                group = dice.pick(self.scope.of(GROUP))
                self.program.spend(2)
                lines += block(f"foreach ({name} in {group})", [self.emission(f"send {name},", dice.pick(events))])
                continue
            is_again = again is not None and (not events or dice.chance(0.7))
            if not is_again and not events:
                continue
            event = again if is_again else dice.pick(events)
            if way == "raise" and i == count - 1 and self.may_move():
                lines.append(self.emission("raise", event, less=is_again))
                break
            self.program.spend(1)
            lines.append(self.emission(f"send {self.target()},", event, less=is_again))
            lines += self.program.assumption(self.expr, 0.3)
        return lines or ["print \"idle\";"]

    def may_move(self):
        return self.moves and not self.returns

    def emission(self, verb, event, less=False):
        """`verb event, payload;`"""
        self.program.mention(event)
        if event.payload == "":
            return f"{verb} {event.name};"
        value = self.expr.payload(event.payload)
        if less:
            value = f"{self.hop} - 1"
            if event.payload == NOTE:
                value = f"(n = {value}, who = {self.expr.machine()})"
        return f"{verb} {event.name}, {value};"

    def pass_on(self):
        """Profile liveness: what becomes of the token in this hand."""
        dice, events = self.dice, self.program.events

        def one():
            higher = [e for e in events if e.rank > self.rank]
            if higher and dice.chance(0.1) and self.may_move():
                return self.emission("raise", dice.pick(higher))
            return self.emission(f"send {self.target()},", dice.pick(events))
        way = dice.weigh({"one": 5, "flip": 5, "test": 3, "drop": 1})
        if way == "one":
            return [one()]
        if way == "drop":
            return [f"if ({self.expr.bool()}) {one()}"]
        test = dice.pick(["$", "$$", "$$"]) if way == "flip" else self.expr.bool()
        return [f"if ({test}) {one()}", f"else {one()}"]

    def leave(self):
        """A last statement that leaves the state, perhaps."""
        dice = self.dice
        if not self.may_move() or self.owner.is_global:
            return []
        way = dice.weigh(self.program.leaves)
        if way == "halt" and self.rank < TOP_RANK:
            return [dice.pick(["raise halt;", f"if ({self.expr.bool()}) raise halt;"])]
        if way == "goto":
            states = self.owner.goto_targets(self.state, self.forward_only)
            if states:
                state = dice.pick(states)
                jump = f"goto {state.name};"
                if state.payload:
                    jump = f"goto {state.name}, {self.expr.payload(state.payload)};"
                return [jump if dice.chance(0.4) else f"if ({self.expr.bool()}) {jump}"]
        return []

    # ---- Receive ----

    def do_receive(self):
        dice, program = self.dice, self.program
        if not program.receives or (self.licence == TOKEN and dice.chance(0.7)):
            return self.filler()
        lines, wanted = self.provision()
        if wanted is None:
            return self.filler()
        more = [e for e in program.events if e is not wanted]
        cases = [wanted] + dice.sample(more, dice.weigh({0: 4, 1: 3, 2: 1}))
        loops = self.depth == 0 and self.licence in (ONCE, RANK) and dice.chance(0.2)
        inside = []
        for event in cases:
            inside += self.case(event, loops)
        if program.acts["halt"] and dice.chance(0.2):
            inside += block("case halt:", self.nested())
        text = ["receive {"] + indent(inside) + ["}"]
        if not loops:
            return lines + text
        count = self.local(INT, visible=False)
        step = [f"{count} = {count} + 1;"]
        if "deadlock" in program.risks:
            return lines + block(f"while ({count} < 2)", step + text)
        return block(f"while ({count} < 2)", step + lines + text)

    def provision(self):
        """What makes sure, mostly, that the receive gets something: statements and the event."""
        dice, program = self.dice, self.program
        if "deadlock" in program.risks and dice.chance(0.35):
            event = dice.pick(program.events)
            program.mention(event)
            return [], event
        free = self.targets_of_rank()
        ask, reply = program.ask, program.reply
        if ask is not None and ask in free and self.owner.has_this and dice.chance(0.5):
            program.spend(2)
            program.mention(ask)
            program.mention(reply)
            return [f"send {self.target()}, {ask.name}, this;"], reply
        if free and self.owner.has_this:
            event = dice.pick(free)
            program.spend(1)
            return [self.emission("send this,", event)], event
        return [], None

    def case(self, event, loops):
        dice = self.dice
        self.program.mention(event)
        mark = len(self.scope.locals)
        head = f"case {event.name}:"
        if event.payload:
            name = f"r{self.depth}"
            head += f" ({name}: {event.payload})"
            self.scope.locals.append((name, event.payload))
        lines = self.nested(dice.below(2) + 1)
        if event.payload == MACHINE and dice.chance(0.5) and self.writable(MACHINE):
            lines.append(f"{self.writable(MACHINE)} = {name};")
        if self.depth == 0 and dice.chance(0.15):
            lines += self.leave()
        elif not self.returns and dice.chance(0.1):
            lines.append("return;")
        elif loops and dice.chance(0.2):
            lines.append(dice.pick(["break;", "continue;"]))
        self.forget(mark)
        return block(head, lines)

    def forget(self, mark):
        """Drops the parameter of a case; locals declared meanwhile belong to the function."""
        inner = self.scope.locals[mark:]
        declared = [name for name, _ in self.declared]
        del self.scope.locals[mark:]
        self.scope.locals += [v for v in inner if v[0] in declared]


class State:
    def __init__(self, name, index, payload):
        self.name, self.index, self.payload = name, index, payload
        self.temperature = ""
        self.items = []    # functions that give the lines of one handler each
        self.handled = []  # names of events with some action, or left out on purpose


class Machine:
    """A machine declaration."""
    is_global = False
    has_this = True

    def __init__(self, program, name, index):
        self.program, self.name, self.index = program, name, index
        self.dice = program.dice
        self.made_as = name      # the interface that `new` names
        self.boot = ""           # payload of the constructor
        self.fields = []
        self.functions = []
        self.uses_fuel = False
        self.states = []
        self.forward = False     # states only ever advance
        self.alias = None        # an interface that may take its place
        self.hidden = None       # an event that its interface lacks

    @property
    def is_main(self):
        return self.index == 0

    # ---- Plan: what others need to know before bodies are written ----

    def plan(self):
        dice, program = self.dice, self.program
        if not self.is_main:
            self.boot = dice.weigh({MACHINE: 6, NOTE: 3, INT: 1, "": 1})
            if self.boot == NOTE:
                program.needs(NOTE)
        self.fields = [("x", INT), ("peer", MACHINE)]
        if dice.chance(0.4):
            self.fields.append(("other", MACHINE))
        for kind, name in program.needed_fields() + dice.sample(program.field_kinds, program.field_count()):
            if (name, kind) not in self.fields:
                self.fields.append((name, kind))
                program.needs(kind)
        if self.is_main and program.machine_count > 2 and dice.chance(program.group_chance):
            self.fields.append(("all", GROUP))
        self.forward = dice.chance(0.5)
        for i in range(dice.weigh(program.state_counts)):
            payload = ""
            if i > 0 and dice.chance(0.4):
                payload = dice.pick([INT, INT, MACHINE] + ([NOTE] if NOTE in program.preamble else []))
            self.states.append(State(f"S{i}", i, payload))
        if not self.is_main:
            self.states[0].payload = self.boot

    # ---- Helpers of bodies ----

    def goto_targets(self, state, forward_only=False):
        """Where STATE may lead.  Never to the start state: its entry fills up the fuel."""
        least = state.index + 1 if self.forward or forward_only else 1
        return [s for s in self.states if s.index >= least]

    def creation(self, expr):
        """`new X(...)` of a later machine, or None."""
        later = [m for m in self.program.machines if m.index > self.index]
        if not later:
            return None
        self.program.created += 1
        return self.dice.pick(later).construct(expr)

    def construct(self, expr):
        return f"new {self.made_as}({expr.payload(self.boot) if self.boot else ''})"

    def entry_licence(self, state):
        if state.index == 0:
            return ONCE if not self.program.cyclic else TOKEN
        if self.program.cyclic:
            return TOKEN
        return ONCE if self.forward else FUEL

    def outline(self, caller):
        """A function for CALLER: its text goes to self.functions, the call is returned."""
        dice = self.dice
        result = dice.chance(0.5)
        is_global = dice.chance(0.2) and caller.licence in (ONCE, RANK) and self.program.may_send()
        owner = GlobalCode(self.program) if is_global else self
        body = Body(owner, caller.state, caller.licence, caller.rank, caller.handles,
                    caller.moves and not is_global, result)
        body.start, body.forward_only, body.depth = caller.start, caller.forward_only, caller.depth
        name = self.program.fresh("Help" if is_global else "Do")
        parameters = [("a", INT)]
        if is_global or dice.chance(0.4):
            parameters.append(("b", MACHINE))
        arguments = [caller.expr.machine() if kind == MACHINE else caller.expr.count() for _, kind in parameters]
        body.scope.locals += parameters
        if caller.hop is not None and dice.chance(0.5):
            arguments[0], body.hop = caller.hop, "a"
        lines = body.statements(dice.below(2) + 1)
        head = f"fun {name}({', '.join(f'{n}: {k}' for n, k in parameters)})"
        if result:
            head += ": int"
            lines.append(f"return {body.expr.count() if self.program.endless else body.expr.int()};")
        else:
            lines += body.leave() if dice.chance(0.3) else []
        (self.program.functions if is_global else self.functions).append(block(head, body.text(lines)))
        call = f"{name}({', '.join(arguments)})"
        if not result:
            return [f"{call};"]
        field = caller.writable(INT)
        if dice.chance(0.3):
            return block(f"if ({call} > {dice.below(2)})", caller.nested())
        return [f"{field} = {call};"]

    # ---- Bodies ----

    def write(self):
        for state in self.states:
            self.write_entry(state)
            self.write_exit(state)
            for event in self.program.events:
                if event.name not in state.handled:
                    self.write_handler(state, event)
            self.write_halt(state)
            self.write_null(state)

    def write_entry(self, state):
        dice = self.dice
        is_start = state.index == 0
        if not is_start and not state.payload and dice.chance(0.4):
            return
        body = Body(self, state, self.entry_licence(state))
        body.start, body.forward_only = is_start, True
        body.moves = is_start is False or dice.chance(0.3)
        head = "entry"
        if state.payload:
            body.scope.locals.append(("boot", state.payload))
            head += f" (boot: {state.payload})"
        lines = []
        if is_start:
            lines += self.initialisation(body)
        lines += body.statements(dice.below(2) + (1 if is_start else 0))
        if is_start:
            lines += self.first_sends(body)
        elif state.payload == MACHINE and dice.chance(0.5):
            lines.insert(0, "peer = boot;")
        if dice.chance(0.3):
            lines += self.advance(body, state)
        state.items.append(lambda: block(head, body.text(self.fuel_line(is_start) + lines)))

    def fuel_line(self, is_start):
        return [f"fuel = {self.fuel};"] if is_start and self.uses_fuel else []

    def advance(self, body, state):
        """goto at the end of an entry: only onwards, so that entries cannot chase each other."""
        later = [s for s in self.states if s.index > state.index]
        if not later:
            return []
        target = self.dice.pick(later)
        value = f", {body.expr.payload(target.payload)}" if target.payload else ""
        jump = f"goto {target.name}{value};"
        return [jump if self.dice.chance(0.4) else f"if ({body.expr.bool()}) {jump}"]

    def initialisation(self, body):
        """Sets the references: null, unless set here, is what a risky program sends to."""
        dice, program, lines = self.dice, self.program, []
        self.fuel = dice.weigh({1: 3, 2: 2})
        if program.cyclic:
            self.fuel = 1
        if not self.is_main:
            peer = {MACHINE: "boot", NOTE: "boot.who"}.get(self.boot, "this")
            if not ("null" in program.risks and dice.chance(0.2)):
                lines.append(f"peer = {peer};")
            if self.boot in (INT, NOTE) and dice.chance(0.6):
                lines.append("x = boot;" if self.boot == INT else "x = boot.n;")
            if ("other", MACHINE) in self.fields:
                lines.append(f"other = {dice.pick(['peer', 'this'])};")
            return lines
        return self.first_machines(body)

    def first_machines(self, body):
        """The creations in the entry of Main; each machine may know those made before."""
        dice, program, lines = self.dice, self.program, []
        names = [name for name, kind in self.fields if kind == MACHINE]
        known = []
        later = program.machines[1:]
        order = dice.sample(later, len(later)) if program.vote is None else later[:]
        if order and dice.chance(program.twin_chance / len(order)):
            order.append(dice.pick(order))
        skip = dice.below(len(order)) if len(order) > 1 and dice.chance(program.skip_chance) else None
        saved, body.scope.fields = body.scope.fields, []
        for i, machine in enumerate(order):
            if i == skip:
                continue
            made = machine.construct(body.expr)
            program.created += 1
            if len(known) < len(names):
                name = names[len(known)]
                known.append(name)
                body.scope.fields = [(n, MACHINE) for n in known]
                body.expr.this = program.vote is None  # voters must know the collector
                lines.append(f"{name} = {made};")
            elif ("all", GROUP) in self.fields:
                lines.append(f"all += (0, {made});")
            else:
                lines.append(f"{made};")
        body.scope.fields, body.expr.this = saved, True
        for name in names[len(known):]:
            if not ("null" in program.risks and dice.chance(0.3)):
                lines.append(f"{name} = {dice.pick(known + ['this'])};")
        if ("all", GROUP) in self.fields:
            for name in known:
                lines.append(f"all += (sizeof(all), {name});")
        return lines

    def first_sends(self, body):
        """The start entry sends something, lest nothing happen."""
        dice, program = self.dice, self.program
        if not self.is_main and not dice.chance(program.child_sends):
            return []
        lines = []
        for _ in range(dice.weigh({1: 3, 2: 2}) if not program.cyclic else 1):
            if program.may_send():
                program.spend(1)
                votes = program.vote is not None and dice.chance(0.6)
                event = program.vote if votes else dice.pick(program.events)
                lines.append(body.emission(f"send {'peer' if votes else body.target()},", event))
        return lines

    def write_exit(self, state):
        if not self.dice.chance(self.program.exit_chance):
            return
        licence = ONCE if self.forward and not self.program.cyclic else FUEL
        body = Body(self, state, licence, moves=False)
        lines = body.statements(self.dice.below(2) + 1)
        state.items.append(lambda: block("exit", body.text(lines)))

    def write_handler(self, state, event):
        dice, program = self.dice, self.program
        weights = dict(program.actions)
        if "unhandled" in program.risks:
            weights["none"] = 2
        way = dice.weigh(weights)
        if program.reply is not None and event is program.ask and way in ("ignore", "none", "goto", "with"):
            way = "do"
        targets = [s for s in self.goto_targets(state) if s.payload in ("", event.payload)]
        if way in ("goto", "with") and not targets:
            way = "do"
        state.handled.append(event.name)
        if way == "ignore":
            state.handled.remove(event.name)  # listed at the end, if it is ever sent
        elif way == "defer":
            state.items.append(lambda: [f"defer {event.name};"])
        elif way == "goto":
            target = dice.pick(targets)
            state.items.append(lambda: [f"on {event.name} goto {target.name};"])
        elif way != "none":
            target = dice.pick(targets) if way == "with" else None
            self.write_action(state, event, target)

    def write_action(self, state, event, target):
        """`on event do ...`, or `on event goto target with ...`; inline or named, for one or two events."""
        dice, program = self.dice, self.program
        events = [event]
        twins = [e for e in program.events if e.payload == event.payload and e is not event
                 and e.name not in state.handled and program.reply not in (e, event) and e is not program.vote]
        if twins and dice.chance(0.15):
            events.append(dice.pick(twins))
            state.handled.append(events[-1].name)
        licence = TOKEN if program.cyclic else RANK
        handles = event if len(events) == 1 else None
        body = Body(self, state, licence, max(e.rank for e in events), handles, moves=target is None)
        parameter = ""
        if event.payload and (dice.chance(0.85) or event is program.ask):
            body.parameter("m" if event.payload == MACHINE else "p", event.payload)
            parameter = f"({body.scope.locals[-1][0]}: {event.payload})"
        lines = body.statements(dice.weigh(program.lengths))
        if event is program.ask:
            lines.insert(dice.below(2) * len(lines), body.emission("send m,", program.reply))
        elif event.payload == MACHINE and parameter and dice.chance(0.4):
            lines.insert(0, f"{body.writable(MACHINE)} = m;")
        if program.seen is not None and event is program.seen_of and parameter and target is None:
            lines.insert(0, f"announce {program.seen.name}, p;")
        if target is None and dice.chance(program.leave_chance):
            lines += body.leave()
        elif licence == TOKEN:
            lines += body.pass_on()
        self.add_action(state, events, target, parameter, body.text(lines))

    def add_action(self, state, events, target, parameter, lines):
        head = f"on {', '.join(e.name for e in events)} " + (f"goto {target.name} with" if target else "do")
        if self.dice.chance(0.15):
            name = self.program.fresh("On")
            self.functions.append(block(f"fun {name}{parameter or '()'}", lines))
            state.items.append(lambda: [f"{head} {name};"])
        else:
            state.items.append(lambda: block(f"{head} {parameter}".rstrip(), lines))

    def write_halt(self, state):
        dice, program = self.dice, self.program
        way = dice.weigh(program.weights_of_halt)
        if way == "default":
            return
        if way in ("defer", "ignore"):
            state.items.append(lambda: [f"{way} halt;"])
            return
        body = Body(self, state, FUEL, TOP_RANK)
        lines = body.statements(dice.below(2) + 1)
        targets = [s for s in self.goto_targets(state) if not s.payload]
        if way == "goto" and targets:
            target = dice.pick(targets)
            state.items.append(lambda: [f"on halt goto {target.name};"])
            return
        if targets and dice.chance(0.5):
            lines.append(f"goto {dice.pick(targets).name};")
        state.items.append(lambda: block("on halt do", body.text(lines)))

    def write_null(self, state):
        dice, program = self.dice, self.program
        if not dice.chance(program.null_chance):
            return
        later = [s for s in self.states if s.index > state.index and not s.payload]
        if later and dice.chance(0.3):
            target = dice.pick(later)
            state.items.append(lambda: [f"on null goto {target.name};"])
            return
        body = Body(self, state, FUEL)
        lines = body.do_fuelled() if program.may_send() and dice.chance(0.6) else []
        lines += body.statements(dice.below(2))
        if later and dice.chance(0.6):
            jump = f"goto {dice.pick(later).name};"
            lines.append(f"if ({dice.pick(['x > 0', '$', body.expr.bool()])}) {jump}")
        state.items.append(lambda: block("on null do", body.text(lines or ["x = (x + 1) % 3;"])))

    # ---- Text ----

    def render(self):
        head = f"machine {self.name}"
        if self.program.clauses:
            names = ", ".join([e.name for e in self.program.declared()] + ["halt"])
            head += f" receives {names}; sends {names};"
        lines = [f"var {name}: {kind};" for name, kind in self.fields]
        if self.uses_fuel:
            lines.append("var fuel: int;")
        for state in self.states:
            lines += render_state(state, self.program.mentioned)
        for function in self.functions:
            lines += function
        return [head + " {"] + indent(lines) + ["}"]


class GlobalCode:
    """Stands for the machine in a global function: no fields, no `this`."""
    is_global = True
    has_this = False

    def __init__(self, program):
        self.program, self.fields = program, []


def render_state(state, mentioned):
    lines = []
    for item in state.items:
        lines += item()
    rest = [name for name in mentioned if name not in state.handled]
    if rest:
        lines.append(f"ignore {', '.join(rest)};")
    start = "start " if state.index == 0 else ""
    return block(f"{start}{state.temperature}state {state.name}", lines)


class Spec:
    """A monitor: counts, remembers, asserts, is hot or cold."""
    is_global = False
    has_this = False

    def __init__(self, program, name, observed):
        self.program, self.dice, self.name, self.observed = program, program.dice, name, observed
        self.keyword = "scenario" if self.dice.chance(0.06) else "spec"
        self.fields = [("count", INT), ("flag", BOOL)]
        if self.dice.chance(0.3):
            self.fields.append(("seen", SET))
        self.states = [State(f"T{i}", i, "") for i in range(self.dice.weigh(program.spec_states))]
        self.functions = []

    def heat(self):
        """Gives the states temperatures."""
        dice, states = self.dice, self.states
        if len(states) == 1:
            states[0].temperature = "hot " if dice.chance(0.1) else ""
            return
        hot = dice.below(len(states) - 1) + 1 if dice.chance(0.8) else 0
        states[hot].temperature = "hot "
        for state in states:
            if state.index != hot:
                state.temperature = dice.pick(["", "cold ", "cold "])

    def write(self):
        for state in self.states:
            if self.dice.chance(0.25):
                state.items.append(self.entry(state))
            for event in self.observed:
                self.write_handler(state, event)

    def entry(self, state):
        lines = [self.update(Expressions(self.program, Scope(self.fields), False))]
        return lambda: block("entry", lines)

    def update(self, expr):
        dice = self.dice
        name, kind = dice.pick(self.fields)
        if kind == INT:
            value = dice.pick(["count + 1", "count + 1", expr.int(0)])
            return f"count = ({value}) % 3;" if self.program.endless else f"count = {value};"
        if kind == BOOL:
            return f"flag = {dice.pick(['!flag', 'true', expr.bool(0)])};"
        return f"seen += ({expr.small()});"

    def check(self, expr):
        dice = self.dice
        if "spec" in self.program.risks and dice.chance(0.5):
            return f"assert {dice.pick(['count < 2', 'count < 3', 'count < 4', '!flag', expr.bool()])};"
        return f"assert {dice.pick(['count < 90', 'count > -90', expr.int(0) + ' < 90'])};"

    def write_handler(self, state, event):
        dice = self.dice
        targets = [s for s in self.states if s is not state]
        way = dice.weigh({"do": 4, "goto": 6 if targets else 0, "with": 2 if targets else 0, "ignore": 2,
                          "none": 2 if "observed" in self.program.risks else 0})
        state.handled.append(event.name)
        if way == "none":
            return
        if way == "ignore":
            state.items.append(lambda: [f"ignore {event.name};"])
            return
        if way == "goto":
            target = dice.pick(targets)
            state.items.append(lambda: [f"on {event.name} goto {target.name};"])
            return
        scope = Scope(self.fields)
        parameter = ""
        if event.payload and dice.chance(0.7):
            scope.locals.append(("p", event.payload))
            parameter = f" (p: {event.payload})"
        expr = Expressions(self.program, scope, False)
        lines = [self.update(expr)]
        if dice.chance(0.6):
            lines.insert(dice.below(2), self.check(expr))
        if self.program.doubts.chance(0.5):
            lines = self.program.assumption(expr, 0.6) + lines
        else:
            lines += self.program.assumption(expr, 0.6)
        if way == "do":
            lines += self.move(expr, event, targets)
        head = f"on {event.name} " + ("do" if way == "do" else f"goto {dice.pick(targets).name} with")
        state.items.append(lambda: block(head + parameter, lines))

    def move(self, expr, event, targets):
        """A goto or raise at the end of a handler; raises only go up in rank."""
        dice = self.dice
        higher = [e for e in self.observed if e.rank > event.rank]
        if higher and dice.chance(0.1):
            raised = dice.pick(higher)
            value = expr.of(raised.payload) if raised.payload not in ("", MACHINE, NOTE) else None
            if value is not None or raised.payload == "":
                return [f"if ({expr.bool()}) raise {raised.name}{', ' + value if value else ''};"]
        if targets and dice.chance(0.5):
            return [f"if ({expr.bool()}) goto {dice.pick(targets).name};"]
        return []

    def render(self):
        lines = [f"var {name}: {kind};" for name, kind in self.fields]
        for state in self.states:
            lines += render_state(state, [])
        names = ", ".join(e.name for e in self.observed)
        return [f"{self.keyword} {self.name} observes {names} {{"] + indent(lines) + ["}"]


class OrderSpec:
    """Compares the order in which sends are observed with the order in which they are handled."""
    keyword = "spec"

    def __init__(self, program, name, sent, seen, strict):
        self.program, self.name, self.observed = program, name, [sent, seen]
        self.strict = strict

    def heat(self):
        pass

    def write(self):
        pass

    def render(self):
        sent, seen = self.observed
        test = "q[0] == n" if self.strict else "n in q"
        rest = ["q -= (0);"] if self.strict else []
        lines = ["var q: seq[int];"]
        handlers = block(f"on {sent.name} do (n: int)", ["q += (sizeof(q), n);"])
        handlers += block(f"on {seen.name} do (n: int)", [f"assert {test};"] + rest)
        lines += ["start state Watch {"] + indent(handlers) + ["}"]
        return [f"spec {self.name} observes {sent.name}, {seen.name} {{"] + indent(lines) + ["}"]


class Program:
    """A program under construction: the settings of its profile, and all that is shared."""

    def __init__(self, seed, profile=None):
        self.seed, self.dice = seed, Dice(seed)
        self.doubts = Dice(seed + 10**9)  # so that programs without assumptions do not depend on these dice
        drawn = self.dice.pick(PROFILES)
        self.profile = profile or drawn
        self.preamble, self.functions, self.mentioned = {}, [], []
        self.names = 0
        self.created = 0
        self.wants_sum = False
        self.assumes = self.doubts.chance(0.125) or self.profile == "assume"
        self.ask = self.reply = None     # a request and its answer, for receive
        self.seen = self.seen_of = None  # announced by handlers of the second
        self.vote = None                 # collected by quorum handlers
        self.machines, self.specs, self.interfaces, self.events = [], [], [], []
        self.tune()
        self.draw_risks()
        self.declare_events()
        self.declare_machines()
        for machine in self.machines:
            self.sends = self.sends_each + self.dice.below(3)
            machine.write()
        self.declare_specs()

    # ---- Bookkeeping ----

    def needs(self, kind):
        if kind in PREAMBLE:
            self.preamble[kind] = PREAMBLE[kind]

    def fresh(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    def mention(self, event):
        if event.name not in self.mentioned:
            self.mentioned.append(event.name)

    def spend(self, count):
        self.sends -= count

    def assumption(self, expr, probability):
        """Lines: an assumption, or nothing."""
        doubts = self.doubts
        if not self.assumes or not doubts.chance(probability):
            return []
        condition = expr.bool() if doubts.chance(0.7) else doubts.pick(["false", f"{expr.changing()} < 2"])
        return [f"assume ({condition});"]

    def may_send(self):
        return self.sends > 0

    def may_create(self):
        return self.created < self.create_limit

    def needed_fields(self):
        """Without these a risk would come to nothing."""
        wanted = {"index": (SEQ, "log"), "key": (MAP, "table"), "cast": (ANY, "thing"), "choose": (SET, "bag")}
        return [field for risk, field in wanted.items() if risk in self.risks]

    def field_count(self):
        return self.dice.below(self.most_fields + 1)

    # ---- Settings ----

    def tune(self):
        """Defaults, then what the profile changes."""
        dice = self.dice
        self.cyclic = self.profile == "liveness"
        self.null_chance = 0.0
        self.machine_count = dice.weigh({2: 5, 3: 4})
        self.state_counts = {1: 4, 2: 4, 3: 1}
        self.spec_states = {1: 2, 2: 4, 3: 1}
        self.lengths = {0: 1, 1: 4, 2: 4, 3: 1}
        self.sends_each = 2  # send statements in a machine, roughly; more if there are few machines
        self.create_limit = 3
        self.twin_chance = self.skip_chance = 0.15
        self.group_chance = 0.3
        self.child_sends = 0.5
        self.exit_chance = 0.12
        self.leave_chance = 0.3
        self.receives = False
        self.clauses = dice.chance(0.08)
        self.most_fields = 1
        self.field_kinds = [(BOOL, "flag"), (INT, "y"), (SET, "bag"), (SEQ, "log")]
        self.weights = {"assign": 6, "emit": 8, "if": 3, "assert": 2, "flip": 1, "choose": 1, "call": 2, "loop": 1}
        self.acts = {"send": 12, "raise": 1, "new": 0, "announce": 0, "halt": 0, "group": 2}
        self.leaves = {"none": 2, "goto": 6, "halt": 0}
        self.actions = {"do": 9, "goto": 2, "with": 2, "defer": 2, "ignore": 2}
        self.weights_of_halt = {"default": 1}
        parts = [self.profile]
        if self.profile == "mixed":
            parts = dice.sample(["monitors", "receive", "null", "halt", "create", "values"], 2)
        for part in parts:
            getattr(self, "tune_" + part)()
        self.sends_each += 2 if self.machine_count < 3 else 0
        self.endless = self.cyclic or self.null_chance > 0

    def tune_plain(self):
        self.sends_each += 1

    def tune_monitors(self):
        self.acts["announce"] = 3

    def tune_assume(self):
        self.acts["announce"] = 5
        self.acts["new"] = 2

    def tune_receive(self):
        self.receives = True
        self.acts["halt"] = max(1, self.acts["halt"])
        self.weights["receive"] = 6
        self.weights["call"] = 3
        self.exit_chance = 0.2

    def tune_null(self):
        self.null_chance = 0.4
        self.sends_each -= 1
        self.state_counts = {1: 2, 2: 5, 3: 2}

    def tune_halt(self):
        self.acts["halt"] = 5
        self.leaves["halt"] = 4
        self.weights_of_halt = {"default": 7, "defer": 1, "ignore": 1, "halt": 2, "goto": 1}
        self.exit_chance = 0.2

    def tune_create(self):
        self.machine_count = self.dice.weigh({2: 3, 3: 5})
        self.acts["new"] = 6
        self.create_limit = 4
        self.twin_chance, self.skip_chance = 0.2, 0.5
        self.group_chance = 0.5
        self.sends_each -= 1

    def tune_liveness(self):
        self.machine_count = self.dice.weigh({1: 2, 2: 5, 3: 1})
        self.weights.update({"emit": 1, "loop": 0, "assign": 8, "flip": 2, "gamble": 1 if self.dice.chance(0.4) else 0})
        self.acts.update({"announce": 2, "new": 0})
        self.lengths = {0: 4, 1: 3, 2: 1}
        self.spec_states = {2: 4, 3: 2}
        self.child_sends = 0.3
        self.actions = {"do": 9, "goto": 1, "with": 2, "defer": 1, "ignore": 1}

    def tune_values(self):
        self.most_fields = 4
        self.field_kinds = [(BOOL, "flag"), (INT, "y"), (SET, "bag"), (SEQ, "log"), (MAP, "table"), (COLOR, "hue"),
                            (TEXT, "name"), (PAIR, "pair"), (NOTE, "memo"), (ANY, "thing")]
        self.weights.update({"assign": 12, "choose": 2, "foreach": 2, "cast": 1, "event": 1, "recursion": 1,
                             "emit": 7})

    def tune_quorum(self):
        self.machine_count = self.dice.weigh({2: 2, 3: 3})
        self.twin_chance, self.child_sends = 0.7, 0.9
        self.sends_each -= 1

    def tune_defer(self):
        """Machines without choices that let much wait and change their states often: their inboxes
        are told apart (core/inbox.h)."""
        self.state_counts = {2: 4, 3: 4}
        self.actions = {"do": 5, "goto": 3, "with": 1, "defer": 8, "ignore": 2}
        self.weights.update({"flip": 0, "choose": 0})
        self.acts.update({"raise": 2, "new": 2, "halt": 1, "group": 0,
                          "announce": self.dice.weigh({0: 2, 2: 1})})
        self.leaves["halt"] = 1
        self.weights_of_halt = {"default": 6, "defer": 1, "ignore": 1}
        self.group_chance = 0.0
        self.leave_chance = 0.6
        self.exit_chance = 0.2
        self.sends_each += 2

    def draw_risks(self):
        dice = self.dice
        kinds = {"assert": 6, "unhandled": 4, "null": 1, "division": 1, "choose": 1}
        if self.profile == "plain":
            kinds["runaway"] = 1
        if self.profile in ("monitors", "mixed", "liveness", "assume"):
            kinds.update({"spec": 8, "observed": 3})
        if self.receives:
            kinds["deadlock"] = 6
        if self.profile in ("create", "mixed", "values"):
            kinds["rights"] = 2
        if "cast" in self.weights:
            kinds.update({"index": 3, "key": 3, "cast": 4, "choose": 2, "division": 2})
        if self.profile == "quorum":
            kinds["quorum"] = 3
        self.risks = []
        if dice.chance(0.75):
            self.risks = [dice.weigh(kinds), dice.weigh(kinds)]
        if "assert" in self.risks:
            self.weights["assert"] += 3

    # ---- Declarations ----

    def declare_events(self):
        dice = self.dice
        payloads = {"": 4, INT: 5, MACHINE: 2, NOTE: 2}
        if "cast" in self.weights:
            payloads.update({BOOL: 1, SEQ: 1, SET: 1, MAP: 1, COLOR: 1, PAIR: 1, TEXT: 1, ANY: 1})
        for i in range(dice.weigh({2: 3, 3: 4, 4: 2})):
            payload = dice.weigh(payloads)
            self.needs(payload)
            self.events.append(Event(f"e{'ABCD'[i]}", payload, i + 1))
        if self.receives and dice.chance(0.6):
            self.ask = Event("eAsk", MACHINE, 7)
            self.reply = Event("eReply", dice.pick(["", INT]), 8)
            self.events += [self.ask, self.reply]
        if self.profile == "quorum":
            self.vote = Event("eVote", INT, 9)
            self.events.append(self.vote)

    def declare_machines(self):
        for i in range(self.machine_count):
            cls = Collector if self.profile == "quorum" and i == 1 else Machine
            self.machines.append(cls(self, ["Main", "Ann", "Bob", "Cid"][i], i))
        if self.profile == "monitors" and not self.endless and self.dice.chance(0.2):
            sent = [e for e in self.events if e.payload == INT]
            if sent:
                self.seen_of = self.dice.pick(sent)
                self.seen = Event("eSeen", INT, 9)
        chance = {"create": 0.45, "mixed": 0.25}.get(self.profile, 0.08)
        for machine in self.machines[1:]:
            if self.dice.chance(max(chance, 0.5 if "rights" in self.risks else 0)):
                machine.made_as = f"I{machine.name}"
                if self.dice.chance(0.3):
                    machine.alias = f"J{machine.name}"
                if "rights" in self.risks:
                    machine.hidden = self.dice.pick(self.events)
        for machine in self.machines:
            machine.plan()

    def declare_specs(self):
        dice = self.dice
        if self.profile == "liveness":
            count, hot = dice.weigh({1: 4, 2: 1}), 0.9
        elif self.acts["announce"]:
            count, hot = dice.weigh({1: 3, 2: 3}), 0.25
        else:
            count, hot = (1, 0.3) if dice.chance(0.3 if self.acts["halt"] else 0.15) else (0, 0)
        pool = [e for e in self.events if e.name in self.mentioned] or self.events[:1]
        if self.acts["halt"] and dice.chance(0.5):
            pool = pool + [HALT]
        for i in range(count):
            observed = dice.sample(pool, dice.weigh({1: 3, 2: 4, 3: 1}))
            self.specs.append(Spec(self, f"Spec{i}", observed))
        if self.seen is not None:
            self.mention(self.seen_of)
            self.specs.append(OrderSpec(self, "Order", self.seen_of, self.seen, "spec" in self.risks))
        for spec in self.specs:
            if dice.chance(hot):
                spec.heat()
            spec.write()

    # ---- Text ----

    def render(self):
        risks = " ".join(self.risks) or "none"
        lines = [f"// generate.py {self.seed} --profile {self.profile}; risks: {risks}"]
        lines += list(self.preamble.values()) + (["axiom true;"] if self.assumes else [])
        for event in self.declared():
            lines.append(f"event {event.name}{': ' if event.payload else ''}{event.payload};")
        lines += self.render_interfaces()
        if self.wants_sum:
            lines.append("fun SumTo(n: int): int { if (n <= 0) return 0; return n + SumTo(n - 1); }")
        for function in self.functions:
            lines += function
        for part in self.machines + self.specs:
            lines += part.render()
        text = "\n".join(lines + self.render_test()) + "\n"
        # Foreign functions without C code are left open: they choose their results.
        return text + "".join(f"fun {name}(): {kind};\n" for name, kind in (("OpenCount", "int"), ("OpenFlag", "bool"))
                              if f"{name}()" in text)

    def declared(self):
        return self.events + ([self.seen] if self.seen is not None else [])

    def render_interfaces(self):
        lines = []
        for machine in self.machines:
            if machine.made_as != machine.name:
                names = [e.name for e in self.events if e is not machine.hidden]
                for name in [machine.made_as] + ([machine.alias] if machine.alias else []):
                    lines.append(f"interface {name}({machine.boot}) receives {', '.join(names + ['halt'])};")
        return lines

    def render_test(self):
        """The test, with the specs over all of the module or over a part."""
        dice = self.dice
        binds = [m.name if m.made_as == m.name else f"{m.name} -> {m.made_as}" for m in self.machines]
        lines, module = [], f"{{ {', '.join(binds)} }}"
        names = [s.name for s in self.specs if s.keyword == "spec"]
        if len(binds) > 1 and dice.chance(0.35 if names else 0.1):
            at = dice.below(len(binds) - 1) + 1
            left, right = f"{{ {', '.join(binds[:at])} }}", f"{{ {', '.join(binds[at:])} }}"
            if names:
                inner = names.pop()
                left, right = (f"(assert {inner} in {left})", right) if dice.chance(0.5) else \
                    (f"(assert {inner} in {right})", left)
            module = f"(union {left}, {right})"
        else:
            for machine in self.machines:
                if machine.alias:
                    module = f"(rename {machine.made_as} to {machine.alias} in {module})"
        if dice.chance(0.15):
            lines.append(f"module System = {module};")
            module = "System"
        if names:
            module = f"assert {', '.join(names)} in {module}"
        return lines + [f"test tc [main=Main]: {module};"]


class Collector(Machine):
    """Profile quorum: the machine that the votes go to."""

    def write_handler(self, state, event):
        dice, program = self.dice, self.program
        if event is not program.vote or (state.index > 0 and dice.chance(0.3)):
            super().write_handler(state, event)
            return
        size = dice.weigh({"2": 6, "3": 1, "x + 1": 2, "1": 1})
        if "quorum" in program.risks and dice.chance(0.5):
            size = dice.pick(["0", "x", "x - 1"])
        body = Body(self, state, RANK, event.rank)
        body.scope.locals.append(("ms", SEQ))
        lines = body.statements(dice.below(2))
        each = body.local(INT, visible=False)
        use = dice.pick(["x = ms[0];", "x = x + sizeof(ms);", "x = ms[0] * 2 + ms[sizeof(ms) - 1];",
                         f"foreach ({each} in ms) x = x + {each};"])
        lines.insert(dice.below(2) * len(lines), use)
        if dice.chance(0.5):
            lines += body.leave()
        state.handled.append(event.name)
        head = f"on quorum ({size}) {event.name} do (ms: seq[int])"
        state.items.append(lambda: block(head, body.text(lines)))


def write_many(arguments):
    os.makedirs(arguments.out, exist_ok=True)
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        program = Program(seed, arguments.profile)
        path = os.path.join(arguments.out, f"{seed:06}-{program.profile}.p")
        with open(path, "w", encoding="ascii") as f:
            f.write(program.render())


def main():
    parser = argparse.ArgumentParser(description="Random small P programs.")
    parser.add_argument("one", nargs="?", type=int, metavar="SEED", help="print the program of this seed")
    parser.add_argument("--out", metavar="DIR", help="write files there instead")
    parser.add_argument("--count", type=int, default=100, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="seed of the first file")
    parser.add_argument("--profile", choices=PROFILES + ON_DEMAND)
    arguments = parser.parse_args()
    if arguments.out is not None:
        write_many(arguments)
    elif arguments.one is not None:
        print(Program(arguments.one, arguments.profile).render(), end="")
    else:
        parser.error("either SEED or --out DIR")


if __name__ == "__main__":
    main()
