#!/usr/bin/env python3
"""Why a test is undecided, and what to do: the lines below `unknown`, and --profile.

The numbers of these models follow from their rules: the comments say how.  harness.py
says how to run the tests.
"""
import re
import shlex
import signal
import sys

sys.dont_write_bytecode = True
import harness
from harness import cases, check, test


def ticking(variables, handler, rest=''):
    """Step 1 is the entry of Main; each step after that delivers one eTick, for as long as it is the only message.
    So after step k, HANDLER has run k - 1 times."""
    return f'''event eTick; event eData; event eNext: int;
machine Main {{
  {variables}
  start state S {{
    entry {{ send this, eTick; }}
    on eTick do {{ {handler} }}
  }}
}}
{rest}'''


AGAIN = 'send this, eTick;'
TEST = 'test tc [main=Main]: { Main };\n'


def advice(t, model, *options):
    """The reasons and the command that are shown, and what is said about the command."""
    t.write('a.p', model)
    r = t.check('-Woff', '--progress=off', '--engine=explicit', '--values=each', 'a.p', *(options or ['--max-states=1000'])).expect(3, err='')
    lines = r.out.splitlines()
    why = [x.removeprefix('  why: ') for x in lines if x.startswith('  why: ')]
    what = [x.removeprefix('  try: ') for x in lines if x.startswith('  try: ')]
    said = [x for x in lines if x.startswith(('  tried: ', '  not tried: '))]
    check(lines[1:] == [f'  why: {x}' for x in why] + [f'  try: {x}' for x in what] + said and len(said) <= len(what), r)
    check(1 <= len(why) <= 2 and len(what) <= 1, r)
    return why, what[0] if what else None, said[0].strip() if said else None


@test
def values_that_stay_open(t):
    """Of four numbers below 900 the largest matters.  The command holds for all of them, so it needs no bound."""
    t.write('a.p', '''event eA: int; event eT;
machine Main { var best: int; start state S { entry { var i: int; while (i < 4) { i = i + 1; new W(this); } } on eA do (n: int) { if (n > best) { best = n; } } } }
machine W { var boss: machine; start state S { entry (b: machine) { boss = b; send this, eT; } on eT do { send boss, eA, choose(900); } } }
test tc [main=Main]: { Main, W };
''')
    r = t.check('-Woff', '--progress=off', '--engine=explicit', '--max-states=1000', 'a.p').expect(3)
    command = next(x.removeprefix('  try: ') for x in r.out.splitlines() if x.startswith('  try: '))
    check(command == 'synod check -t tc --values=open a.p', command)
    said = next(x.removeprefix('  tried: ') for x in r.out.splitlines() if x.startswith('  tried: '))
    tried(t, command).expect(0).has(f'tc: {said.replace("holds, all", "holds: exhausted, all")}, each for all values that fit')


def undecided(t, model, *options):
    return advice(t, model, *options)[:2]


def tried(t, command, *options):
    """Runs the command as it is shown."""
    words = shlex.split(command)
    check(words[:2] == ['synod', 'check'], command)
    return t.check('-Woff', '--progress=off', *options, *words[2:])


GROWTH = '499 after 500 steps of a random run, 1999 after 2,000'


@cases(('int', 'var term: int;', f'term = term + 1; {AGAIN}', 'keeps growing', 'term', GROWTH, 'term <= 11'),
       ('negative', 'var n: int;', f'n = n - 1; {AGAIN}', 'keeps growing', 'n', GROWTH.replace('499', '-499').replace('1999', '-1999'),
        'n >= -11'),
       ('seq', 'var log: seq[int];', f'log += (0, 7); {AGAIN}', 'gets more and more elements', 'log', GROWTH, 'sizeof(log) <= 11'),
       ('map', 'var seen: map[int, bool];', f'seen[sizeof(seen)] = true; {AGAIN}', 'gets more and more elements', 'seen', GROWTH,
        'sizeof(seen) <= 11'),
       ('tuple', 'var at: (id: string, clock: int);', f'at.clock = at.clock + 1; {AGAIN}', 'keeps growing', 'at.clock', GROWTH,
        'at.clock <= 11'),
       ('from-1000', 'var n: int;', f'if (n == 0) {{ n = 1000; }} n = n + 1; {AGAIN}', 'keeps growing', 'n',
        '1499 after 500 steps of a random run, 2999 after 2,000', 'n <= 1011'))
def a_variable_that_grows(t, variables, handler, how, name, numbers, bound):
    """Its first value is 1 (or 1001), and the first bound that is tried is ten more."""
    why, command = undecided(t, ticking(variables, handler, TEST))
    check(why == [f'variable {name} of machine Main at a.p:3 {how}: {numbers}'], f'{why}')
    check(command == f"synod check -t tc --within='Main: {bound}' a.p", command)
    tried(t, command).expect(0).has(f"tc: holds within 'Main: {bound}': all ")


@test
def a_variable_without_a_bound_in_p(t):
    """Such a test is bounded by its depth."""
    why, command, said = advice(t, ticking('var s: string;', f's = s + "x"; {AGAIN}', TEST))
    check(said == 'not tried: all runs of that length have been looked at already', said)
    check(why == [f'variable s of machine Main at a.p:3 gets longer and longer: {GROWTH}'], f'{why}')
    tried(t, command).expect(0).has('tc: holds within ')
    why, command = undecided(t, ticking('var m: map[int, int];', f'if (!(1 in m)) {{ m[1] = 0; }} m[1] = m[1] + 1; {AGAIN}', TEST))
    check(why == [f'variable m of machine Main at a.p:3 holds ever larger numbers: {GROWTH}'], f'{why}')
    check(re.fullmatch(r'synod check -t tc --max-depth=\d+ a\.p', command), command)


@test
def a_variable_of_a_function_that_waits(t):
    why, _ = undecided(t, '''event eTick;
machine Main {
  start state S { entry {
    var n: int;
    while (true) { send this, eTick; receive { case eTick: { n = n + 1; } } }
  } }
}
''' + TEST)
    check(why == [f'variable n of Main.S.entry at a.p:4 keeps growing: {GROWTH}'], f'{why}')


@test
def a_variable_of_a_spec(t):
    """The machine stops before each announcement, so there are two steps for each count."""
    why, command = undecided(t, ticking('', f'announce eData; {AGAIN}', '''spec Counts observes eData {
  var n: int;
  start state S { on eData do { n = n + 1; } }
}
test tc [main=Main]: assert Counts in { Main };
'''))
    check(why == ['variable n of spec Counts at a.p:10 keeps growing: 249 after 500 steps of a random run, 999 after 2,000'], f'{why}')
    tried(t, command).expect(0).has("holds within 'Counts: n <= 11'")


@test
def machines_without_end(t):
    why, command = undecided(t, ticking('', f'new Child(); {AGAIN}', 'machine Child { start state S { } }\n'
                                        'test tc [main=Main]: { Main, Child };\n'))
    check(len(why) == 1 and why[0].startswith('more and more machines Child at a.p:9 are created: '), f'{why}')
    tried(t, command, '--max-states=100000').expect(0).has('tc: holds within ')


@test
def an_inbox_that_grows(t):
    """From step 4 on, each eTick and each eData take turns: after step 2k, k - 1 deferred messages wait."""
    why, command = undecided(t, ticking('', f'{AGAIN} send this, eData;', TEST).replace('on eTick', 'defer eData; on eTick'))
    check(why == ['messages that wait in the inbox of machine Main at a.p:2 pile up: '
                  '249 after 500 steps of a random run, 999 after 2,000'], f'{why}')
    tried(t, command, '--max-states=100000').expect(0)


@test
def an_outbox_that_grows(t):
    """In order for each target alone, messages to Other may wait while Main goes on."""
    model = '''event eTick; event eData;
machine Main {
  var other: machine;
  start state S {
    entry { other = new Other(); send this, eTick; }
    on eTick do { send other, eData; send this, eTick; }
  }
}
machine Other { start state S { ignore eData; } }
test tc [main=Main]: { Main, Other };
'''
    why, command = undecided(t, model, '--network=p2p', '--max-states=1000')
    check(len(why) == 1 and why[0].startswith(
        'messages that were sent and not yet received by others pile up in the outbox of machine Main at a.p:2: '), f'{why}')
    check('--network=p2p' in command, command)
    tried(t, command).expect(0)


@test
def a_payload_that_grows(t):
    why, command = undecided(t, ticking('', '', TEST).replace('send this, eTick', 'send this, eNext, 0').replace(
        'on eTick do {  }', 'on eNext do (n: int) { send this, eNext, n + 1; }'))
    check(why == [f'the payload of event eNext at a.p:1 keeps growing: {GROWTH}'], f'{why}')
    tried(t, command).expect(0).has('tc: holds within 19,999 steps: ')


WIDE = ticking('var a: seq[int];', '', TEST).replace(
    'entry {', 'entry {\n var i: int; while (i < 6) {\n a += (i, choose(50)); i = i + 1; }')


@cases(('states', '--max-states=1000'), ('time', '--max-time=1'))
def a_step_with_very_many_outcomes(t, limit):
    """50 to the sixth power is 15,625,000,000.  With three alternatives each of the 729 states has an eTick, or not."""
    why, command = undecided(t, WIDE, limit)
    check(why == ['the first step of machine Main at a.p:5 has about 1.6e10 outcomes: choose(50) at a.p:7, made 6 times'], f'{why}')
    check(command == 'synod check -t tc --narrow=3 a.p', command)
    tried(t, command).expect(0).has('tc: holds within --narrow=3: all 1,459 states')


@test
def very_many_coins(t):
    """They cannot be narrowed, and what a first step leaves open no bound on the depth makes good."""
    why, command, said = advice(t, WIDE.replace('i < 6', 'i < 40').replace('choose(50)', 'choose(2)'))
    check('choose(2) at a.p:7, made 40 times' in why[0], f'{why}')
    check(command == 'synod check -t tc --max-time=60 --engine=sample a.p', command)
    check(said == 'not tried: random runs prove nothing, but find what is frequent', said)
    tried(t, command, '--schedules=10').expect(0).has('tc: sampled: no violation in 10 schedules')


@test
def values_of_a_foreign_function(t):
    """It stands for a choice, and is not written as one."""
    why, _ = undecided(t, WIDE.replace('i < 6', 'i < 12').replace('choose(50)', 'Pick()') + 'fun Pick(): int;\n')
    check(why[0].endswith(': one of 3 values of foreign function Pick at a.p:12, made 12 times'), f'{why}')


@test
def two_choices_of_one_step(t):
    """Three times a coin and a number up to 100: 200 to the third power.  On one line they would be one."""
    two = WIDE.replace('i < 6', 'i < 3').replace('choose(50)', 'choose(100)').replace('i = i + 1;', 'i = i + 1;\n if ($) { a[0] = -a[0] - 1; }')
    why, _ = undecided(t, two)
    check(why == ['the first step of machine Main at a.p:5 can go about 8,000,000 ways, some of them to the same outcome: '
                  'choose(100) at a.p:7, made 3 times; $ at a.p:8, made 3 times'] or
          why == ['the first step of machine Main at a.p:5 has about 8,000,000 outcomes: '
                  'choose(100) at a.p:7, made 3 times; $ at a.p:8, made 3 times'], f'{why}')
    same = WIDE.replace('i < 6', 'i < 3').replace('a += (i, choose(50))', 'a += (i, choose(50) + choose(50))')
    check(undecided(t, same)[0][0].endswith(': choose(50) at a.p:7, made 6 times'), 'two lines')


@test
def a_choice_without_consequences_is_no_reason(t):
    """10 of the 1,000 alternatives would be enough; but all lead to the same state."""
    why, _ = undecided(t, ticking('var n: int;', f'if (choose(1000) >= 0) {{ n = n + 1; }} {AGAIN}', TEST))
    check(why == [f'variable n of machine Main at a.p:3 keeps growing: {GROWTH}'], f'{why}')


# 20 to the fourth power states, and one step with 20 outcomes.
SHIFT = ticking('var a: int; var b: int; var c: int; var d: int;', f'd = c; c = b; b = a; a = choose(20); {AGAIN}', TEST)


@test
def a_choice_that_multiplies(t):
    """All states but the first have the same outbox, so each has a local state of its own."""
    why, _ = undecided(t, SHIFT)
    check(why == ['a step of machine Main at a.p:6 has 20 outcomes: choose(20) at a.p:6'], f'{why}')


@test
def another_machine_varies_most(t):
    """Main chooses, and Shift remembers."""
    why, _ = undecided(t, '''event eNext: int;
machine Main { var shift: Shift; start state S {
  entry { shift = new Shift(this); send shift, eNext, 0; }
  on eNext do { send shift, eNext, choose(20); }
} }
machine Shift { var from: Main; var a: int; var b: int; var c: int; start state S {
  entry (m: Main) { from = m; }
  on eNext do (n: int) { c = b; b = a; a = n; send from, eNext, 0; }
} }
test tc [main=Main]: { Main, Shift };
''')
    check(len(why) == 2 and 'has 20 outcomes: choose(20) at a.p:4' in why[0] and 'Shift(1.1) at a.p:6 varies most: ' in why[1], f'{why}')


# Each of three counters goes round by itself: 40 * 40 * 40 states, but for the beginning.
ROUND = '''event eTick;
machine Main { start state S { entry { new Counter(); new Counter(); new Counter(); } } }
machine Counter {
  var n: int;
  start state S {
    entry { send this, eTick; }
    on eTick do { n = n + 1; if (n == 40) { n = 0; } send this, eTick; }
  }
}
spec Waits observes eTick { start hot state S { on eTick goto T; } cold state T { ignore eTick; } }
test tc [main=Main]: { Main, Counter };
test tcHot [main=Main]: assert Waits in { Main, Counter };
'''


@test
def what_varies_most_and_a_hot_spec(t):
    why, command = undecided(t, ROUND, '--max-states=1000', '-t', 'tc')
    check(len(why) == 1 and re.fullmatch(r'in the first 20,000 states, Counter\(1\.\d\) at a\.p:3 varies most: \d\d local states, '
                                         r'with \d\d values of variable n at a\.p:4', why[0]), f'{why}')
    why, _ = undecided(t, ROUND, '--max-states=1000', '-t', 'tcHot')
    check(why[1] == 'spec Waits has the hot state S at a.p:10: cycles must be judged, so --engine=reduced does not apply', f'{why}')


@test
def symmetry_that_is_lost(t):
    """A name in a string that is more than a message."""
    model = ROUND.replace('var n: int;', 'var n: int; var name: string;').replace(
        'entry { send', 'entry {\n name = format("{0}", this); send')
    why, _ = undecided(t, model, '--max-states=1000', '-t', 'tc')
    check(why[1] == '3 machines Counter would be interchangeable but for the code at a.p:7, where their names or their order may be visible',
          f'{why}')


# ---- What is proposed ----

@test
def a_counter_that_ends(t):
    """Runs end soon, so n does not grow; but it counts, and bounds how much happens."""
    _, command, said = advice(t, ticking('var n: int; var a: int; var b: int; var c: int; var d: int;',
                                         'n = n + 1; d = c; c = b; b = a; a = choose(4); if (choose(10) > 0) { send this, eTick; }', TEST))
    check(command == "synod check -t tc --within='Main: n <= 11' a.p", command)
    states = re.fullmatch(r'tried: holds within that bound, all ([\d,]+) states', said)
    tried(t, command).expect(0).has(f"tc: holds within 'Main: n <= 11': all {states[1]} states")


# The log has the numbers of seven workers in any order: 7! * 4 ** 7 executions, about 83 million.
LOGGED = '''event eSay: int;
machine Main { var i: int; var l: Log; start state S { entry { l = new Log(); while (i < 7) { i = i + 1; new Worker(l); } } } }
machine Worker { start state S { entry (l: Log) { send l, eSay, choose(4); } } }
machine Log { var all: seq[int]; start state S { on eSay do (n: int) { all += (0, n); assert all[0] == n; } } }
test tc [main=Main]: { Main, Log, Worker };
'''


@test
def fewer_alternatives_and_very_many_executions(t):
    why, command, said = advice(t, LOGGED)
    check(why[1] == 'test tc at a.p:5 has about 83,000,000 executions: too many for --engine=dpor', f'{why}')
    check(command == 'synod check -t tc --narrow=2 a.p' and said == 'tried: holds within that bound, all 16,513 states', f'{command} {said}')
    tried(t, command).expect(0).has('tc: holds within --narrow=2: all 16,513 states')


@test
def few_executions(t):
    """Five workers count to ten; only the order of their messages matters, to Main and to the spec: 5! * 5! executions."""
    _, command, said = advice(t, '''event eA; event eDone: int;
machine Main { var i: int; start state S { entry { while (i < 5) { i = i + 1; new Worker(this); } } ignore eDone; } }
machine Worker { var n: int; var boss: machine; start state S {
  entry (m: machine) { boss = m; send this, eA; }
  on eA do { n = n + 1; if (n < 10) { send this, eA; } else { send boss, eDone, 1; } }
} }
spec Waits observes eDone {
  var k: int;
  start hot state S { on eDone do { k = k + 1; if (k == 5) { goto T; } } }
  cold state T { }
}
test tc [main=Main]: assert Waits in { Main, Worker };
''')
    check((command, said) == ('synod check -t tc --engine=dpor a.p', 'not tried: it has about 14,400 executions to explore'), f'{command} {said}')


# The alternatives 0, 24 and 49 never fire: then there are three states.  Otherwise 20 to the fifth power.
RARE = ticking('var a: int; var b: int; var c: int; var d: int; var e: int;',
               f'if (choose(50) == 1) {{ raise eData; }} {AGAIN}', TEST).replace(
                   'on eTick', f'on eData do {{ e = d; d = c; c = b; b = a; a = choose(20); {AGAIN} }} on eTick')


@test
def a_bound_that_leaves_something_out(t):
    _, command, said = advice(t, RARE)
    check(command == 'synod check -t tc --narrow=3 a.p', command)
    check(said == 'tried: holds within that bound, all 2 states; 1 of the 3 handlers that ran before do not run there', said)


@test
def a_bound_that_leaves_out_almost_everything(t):
    """What happens after eData has four handlers of seven."""
    model = RARE.replace(f'a = choose(20); {AGAIN} }}', 'a = choose(20); goto Fired; }').replace(
        '  }\n}\n', f'''  }}
  state Fired {{
    entry {{ send this, eNext, 1; }}
    on eNext goto S;
    exit {{ }}
  }}
}}
''', 1)
    _, command, said = advice(t, model)
    check('--narrow' not in command and said == 'not tried: all runs of that length have been looked at already', f'{command} {said}')


@test
def a_narrowed_search_that_is_bounded_by_its_depth(t):
    """The last 18 of the numbers that were chosen: even with two alternatives there are more states than are tried."""
    model = WIDE.replace('i < 6', 'i < 8').replace('send this, eTick; }', 'while (i < 18) { a += (i, 0); i = i + 1; } send this, eTick; }').replace(
        'on eTick do {  }', f'on eTick do {{ a -= (0); a += (17, choose(50)); {AGAIN} }}')
    _, command, said = advice(t, model)
    check(re.fullmatch(r'synod check -t tc --narrow=2 --max-depth=\d+ a\.p', command), command)
    check(said.startswith('tried: holds within that bound, all '), said)
    tried(t, command).expect(0).has('tc: holds within ')


# Five states: Main is new; n is 0, 1 and 2 with an eTick on its way; n is 2 without one.
SMALL = ticking('var n: int;', f'if (n < 2) {{ n = n + 1; {AGAIN} }}', TEST)


@test
def nothing_but_a_limit(t):
    why, command = undecided(t, SMALL, '--max-states=3')
    check(why == ['test tc at a.p:9 has 5 states in all: nothing but the limit is in the way'], f'{why}')
    check(command == 'synod check -t tc a.p', command)
    tried(t, command).expect(0).has('tc: holds: exhausted, all 5 states, ')


@cases(('memory', '--max-memory=1'), ('states', '--max-states=3'), ('explicit', '--engine=explicit', '--max-states=3'),
       ('dfs', '--search=dfs', '--max-states=3'), ('reduced', '--engine=reduced', '--max-states=3'), ('sets', '--engine=sets', '--max-memory=1'),
       ('dpor', '--engine=dpor', '--max-executions=1'), ('quiet', '-q', '--engine=explicit', '--max-states=3'))
def a_violation_that_is_seen_on_the_way_is_the_verdict(t, *options):
    """Whatever engine the user names: the run is replayed.  It takes twelve of the second alternatives in a row, and all that is before
    the twelfth one is in the way of a short search."""
    t.write('a.p', ticking('var n: int; var m: int;', 'm = m + 1; if ($) { n = n + 1; } assert n < 12; if (m < 12) { ' + AGAIN + ' }', TEST))
    r = t.check('-Woff', '--progress=off', '--json=out.json', 'a.p', *options).expect(1).has('tc: violated: assertion failed at a.p:6')
    x = t.json('out.json')['results'][0]
    check('why' not in x and x['trace'], x)
    if '-q' not in options:
        check(re.search(r'; by --engine=\w+, tried because .*(limit was reached|event limit)', r.out), r)


@cases(('deadlock', 'receive { case eNext: {} }', 'tc: violated: deadlock'), ('at once', 'assert false;', 'tc: violated: assertion failed'))
def the_end_of_a_run_is_a_violation_too(t, end, verdict):
    t.write('a.p', ticking('var n: int;', f'n = n + 1; if (n < 5) {{ {AGAIN} }} else {{ {end} }}', TEST).replace('eNext: int', 'eNext'))
    t.check('-Woff', '--progress=off', '--engine=explicit', '--max-states=2', 'a.p').expect(1).has(verdict)


@test
def a_violation_behind_a_step_that_is_too_wide_for_a_trial(t):
    """The first step of A has 10,000 outcomes, and B fails after two.  A search that has all of them finds it."""
    model = ('event eT;\nmachine A { var a: int; start state S { entry { a = choose(10000); } } }\n'
             'machine B { start state S { entry { send this, eT; } on eT do { assert false; } } }\n'
             'machine Main { start state S { entry { new A(); new B(); } } }\ntest tc [main=Main]: { Main, A, B };\n')
    t.write('a.p', model)
    r = t.check('-Woff', '--progress=off', '--engine=explicit', '--max-states=50', 'a.p').expect(3).lacks('no violation so far', 'nothing but')
    command = re.search('  try: (.*)', r.out).group(1)
    check(re.fullmatch(r'synod check -t tc --max-depth=\d a\.p', command), r)
    check(re.search(r'\n  not tried: a run of at most \d steps fails\n', r.out), r)
    tried(t, command).expect(1).has('tc: violated: assertion failed at a.p:3')


@test
def a_random_run_that_fails_is_not_passed_over(t):
    """Only after 200 steps of one of six machines, and far more states than are looked at; but every long run comes there."""
    t.write('a.p', ROUND.replace('new Counter(); new Counter();', 'new Counter(); ' * 5).replace('if (n == 40) { n = 0; }', 'assert n < 200;'))
    r = t.check('-Woff', '--progress=off', '--engine=explicit', '--max-states=1000', '-ttc', 'a.p').expect(1)
    r.has('tc: violated: assertion failed at a.p:7', '; by --engine=sample, tried because the state limit was reached')


@test
def a_limit_that_was_no_hindrance_is_not_proposed_again(t):
    t.write('a.p', SMALL)
    r = t.check('-Woff', '--progress=off', '--engine=explicit', '--max-memory=1', 'a.p').expect(3)
    r.has('nothing but the limit is in the way\n  try: synod check -t tc a.p\n')


@test
def a_profile_of_bounded_runs(t):
    """Two steps lead to the third of the five states."""
    t.write('a.p', SMALL)
    t.check('-Woff', '--progress=off', '--max-depth=2', '--profile', 'a.p').expect(0).has('  profile: different values in all 3 states\n')


@test
def a_bound_on_choices_that_is_too_wide(t):
    """Of a hundred million combinations a million are left."""
    model = 'machine Main { var a: int; var b: int; start state S { entry { a = choose(10000); b = choose(10000); } } }\n' + TEST
    why, command, said = advice(t, model, '--narrow=1000', '--max-states=1000')
    check(why[0].startswith('the first step of machine Main at a.p:1 has about 1,000,000 outcomes: '), f'{why}')
    check((command, said) == ('synod check -t tc --narrow=3 a.p', 'tried: holds within that bound, all 10 states'), f'{command} {said}')


@test
def a_step_that_was_cut_off(t):
    model = ticking('', 'i = 0; while (i < 100000) { i = i + 1; }', TEST).replace('  \n', '  var i: int;\n')
    why, command = undecided(t, model, '--max-instructions=100')
    check(why == ['what follows in the code at a.p:6 was not explored'], f'{why}')
    check(command == 'synod check -t tc --max-instructions=1000 a.p', command)


@test
def a_step_that_takes_very_long(t):
    """The first step never comes to an end within a second."""
    model = ticking('', 'i = 0;', TEST).replace('entry { send', 'entry { while (i < 2000000000) { i = i + 1; } send').replace('  \n', '  var i: int;\n')
    why, command = undecided(t, model, '--max-time=1', '--max-instructions=4000000000')
    check(why == ['a step of machine Main in state S at a.p:4 reaches that limit'] and command is None, f'{why} {command}')


@cases(('holds', 'false', 0, 'tc: holds: proved for any buffer size, '), ('fails', 'n == 300', 1, 'tc: violated: assertion failed at a.p:5'))
def auto_takes_what_a_trial_has_shown(t, fails, code, verdict):
    """The inbox of B grows, and asi needs no bound.  The lock opens after 300 right choices in a row: random runs do not find them, nor
    does a search of so few states."""
    t.write('a.p', 'event eT; event eNever;\n'
            'machine B { start state S { on eT do { receive { case eNever: {} } } } }\n'
            'machine Lock { var n: int; start state S { entry { send this, eT; } on eT do {\n'
            '  if (choose(4) == 2) { n = n + 1; } else { n = 0; }\n'
            '  assert !(' + fails + '); if (n < 300) { send this, eT; } } } }\n'
            'machine Main { start state S { entry { var b: machine; new Lock(); b = new B(); while (true) { send b, eT; } } } }\n'
            'test tc [main=Main]: { Main, B, Lock };\n')
    r = t.check('-Woff', '--progress=off', '--max-states=50', '--values=each', '--json=out.json', 'a.p').expect(code)
    r.has(verdict)
    x = t.json('out.json')['results'][0]
    check(x['engine'] == 'asi' and 'why' not in x and 'try' not in x and 'try:' not in r.out, x['engine'])


@test
def a_step_that_reaches_a_limit_of_synod(t):
    """The value is nested once more in each round of an endless loop."""
    why, command = undecided(t, '''machine Main {
  var x: any;
  start state Only { entry {
    var wrap: seq[any];
    while (true) { wrap = default(seq[any]); wrap += (0, x); x = wrap; }
  } }
}
''' + TEST)
    check(why == ['a step of machine Main in state Only at a.p:3 reaches that limit'] and command is None, f'{why} {command}')


@test
def very_many_machines(t):
    """150 of them that all go on by themselves; the first state has none."""
    why, _ = undecided(t, ROUND.replace('new Counter(); new Counter(); new Counter();',
                                        'var i: int; while (i < 150) { i = i + 1; new Counter(); }').replace(
                                            'if (n == 40)', 'if (n == 2)'), '--max-states=1000', '-t', 'tc')
    check(re.fullmatch(r'there are 150 machines Counter at a\.p:3 in the first [\d,]+ states', why[0]), f'{why}')


@test
def cycles_that_were_not_judged(t):
    """A choice that an assumption rules out may be the only fair one."""
    t.write('a.p', open(f'{harness.ROOT}/tests/suite/run/liveness/assumption-about-a-choice.p', encoding='utf-8').read())
    r = t.check('-Woff', '--progress=off', '--engine=explicit', 'a.p').expect(3)
    r.has('\n  why: spec Finishes has the hot state Trying at a.p:21: cycles in which it stays hot were not judged\n',
          '\n  try: synod check -t tc --choices=unfair a.p\n')


HOT = """spec Answered observes eAsk, eAnswer {{
  start cold state Idle {{ on eAsk goto Waiting; ignore eAnswer; }}
  hot state Waiting {{ on eAnswer goto Idle; ignore eAsk; }}
}}
test tc [main=Main]: assert Answered in {{ Main }};
"""


@cases(('never', 'n > 0 && n < 0', True), ('later', 'n > 20', False))
def a_spec_that_stays_hot_where_a_counter_grows(t, when, stays):
    """The search judges no cycles, as there are none.  Long random runs show a spec that is never answered."""
    model = ('event eTick; event eAsk; event eAnswer;\n'
             'machine Main { var n: int; start state S { entry { announce eAsk; send this, eTick; }\n'
             '  on eTick do { n = n + 1; if (' + when + ') { announce eAnswer; } send this, eTick; } } }\n' + HOT.format())
    _, command, said = advice(t, model)
    found = '--engine=sample' in command and said == 'tried: violated: a spec stays hot for very long'
    check(found == stays, f'{command} {said}')


@test
def a_loop_that_was_not_judged(t):
    """dpor judges no cycles, and the machine may stay in its loop while the spec is hot."""
    t.write('a.p', '''event eGo; event eDone;
machine Main { start state S { entry {
  announce eGo;
  while ($) { }
  announce eDone;
} } }
spec Ends observes eGo, eDone { start state S { on eGo goto T; } hot state T { on eDone goto S; } }
test tc [main=Main]: assert Ends in { Main };
''')
    r = t.check('-Woff', '--progress=off', '--engine=dpor', 'a.p').expect(3)
    r.has('\n  why: cycles through the choice at a.p:4 were not judged\n', '\n  try: synod check -t tc --engine=explicit a.p\n')


@test
def nothing_but_proofs(t):
    why, command = undecided(t, ticking('', '', 'invariant yes: true;\nProof { prove yes; }\n' + TEST), '--max-states=0')
    check(why == ['the only claims are in the proof dialect at a.p:10'] and command is None, f'{why} {command}')


@test
def bounds_of_the_user_stay(t):
    model = ticking('var n: int; var k: int;', f'n = n + 1; k = k + 1; {AGAIN}', TEST)
    why, command = undecided(t, model, '--within=Main: n != -1', '--max-states=1000')
    check([x.split()[1] for x in why] == ['n', 'k'], f'{why}')
    check(command == "synod check -t tc --within='Main: n != -1' --within='Main: n <= 11' --within='Main: k <= 11' a.p", command)
    why, _ = undecided(t, model, '--within=Main: n < 100', '--max-states=20')
    check(why == ['test tc at a.p:9 has 102 states in all: nothing but the limit is in the way'], f'{why}')


@test
def options_that_say_what_is_checked_stay(t):
    model = ticking('var n: int;', f'n = n + 1; {AGAIN}', TEST)
    _, command = undecided(t, model, '--max-time=100', '--max-states=1000', '--faults=loss=1', '--no-deadlock', '--search=dfs')
    check(command == "synod check -t tc --faults=loss=1 --no-deadlock --within='Main: n <= 11' a.p", command)


# ---- Documents ----

@test
def in_json(t):
    t.write('a.p', ticking('var at: (clock: int);', f'at.clock = at.clock + 1; {AGAIN}', TEST))
    t.check('-q', '-Woff', '--engine=explicit', '--max-states=1000', '--json=out.json', 'a.p').expect(3)
    x = t.json('out.json')['results'][0]
    [why] = x['why']
    check(why == {'kind': 'variable', 'message': f'variable at.clock of machine Main at a.p:3 keeps growing: {GROWTH}',
                  'file': 'a.p', 'line': 3, 'column': 7, 'machine': 'Main', 'variable': 'at.clock'}, f'{why}')
    check(x['try'] == "synod check -t tc --within='Main: at.clock <= 11' a.p" and 'profile' not in x, f'{x["try"]}')
    check(x['tried'] == 'holds within that bound, all 14 states', f'{x["tried"]}')
    t.check('-q', '-Woff', '--json=out.json', '--within=Main: at.clock < 3', 'a.p').expect(0)
    x = t.json('out.json')['results'][0]
    check('why' not in x and 'try' not in x, 'reasons for what is decided')


@test
def not_with_quiet(t):
    t.write('a.p', SHIFT)
    r = t.check('-q', '-Woff', '--max-states=1000', '--values=each', 'a.p').expect(3)
    check(r.out.count('\n') == 1, r)


@test
def not_after_an_interrupt(t):
    t.write('a.p', ticking('var n: int;', f'n = n + 1; {AGAIN}', TEST))
    child = t.start('check', '-Woff', '--engine=explicit', '--progress', '--json=out.json', 'a.p', bufsize=0)
    child.stderr.readline()
    child.send_signal(signal.SIGINT)
    r = t.finish(child).expect(3).has('the check was interrupted')
    check('why:' not in r.out and 'try:' not in r.out and 'why' not in t.json('out.json')['results'][0], r)


@test
def the_same_every_time(t):
    said = [undecided(t, ROUND, '--max-states=1000', '-t', 'tcHot') for _ in range(3)]
    check(said[0] == said[1] == said[2], f'{said}')


# ---- The profile ----

@test
def a_profile(t):
    """SMALL: Main is new, or at rest with n = 0, 1 or 2.  Four local states, two outboxes: with and without eTick."""
    t.write('a.p', SMALL)
    r = t.check('-Woff', '--progress=off', '--engine=explicit', '--profile', '--json=out.json', 'a.p').expect(0)
    check(r.out.split('\n', 1)[1].startswith('''\
  profile: different values in all 5 states
           4  machine Main(1) at a.p:2
           2    control
           3    variable n at a.p:3
           1    inbox
           2  outbox of Main(1)
           8  product of all but the indented lines
'''), r)
    x = t.json('out.json')['results'][0]['profile']
    check((x['states'], x['complete'], x['product']) == (5, True, 8), f'{x}')
    check([(p['kind'], p['machine'], p['variable'], p['distinct'], p['line']) for p in x['parts']] == [
        ('machine', 'Main(1)', None, 4, 2), ('control', 'Main(1)', None, 2, 2), ('variable', 'Main(1)', 'n', 3, 3),
        ('inbox', 'Main(1)', None, 1, 2), ('outbox', 'Main(1)', None, 2, 2)], f'{x}')


@test
def a_profile_of_a_test_that_is_violated(t):
    """The step that fails leads to no state: n is never 2, and an eTick is always on its way but at the start."""
    t.write('a.p', SMALL.replace('n = n + 1;', 'n = n + 1; assert n < 2;'))
    r = t.check('-Woff', '--progress=off', '--engine=explicit', '--profile', 'a.p').expect(1)
    r.has('\n  profile: different values in all 3 states\n', '           2    variable n at a.p:3\n').lacks('why:', 'try:')


@test
def a_profile_with_specs_and_faults(t):
    """One crash is left, or none.  The spec is in S, or in T after the first eTick that was sent."""
    t.write('a.p', ROUND)
    for engine in 'explicit', 'reduced':
        r = t.check('-Woff', '--progress=off', f'--engine={engine}', '--max-states=500', '--profile', '-t', 'tc',
                    '--faults=crash=1:Counter', '--crash-model=explicit', 'a.p')
        r.has('  profile: different values in the first 20,000 states\n', '           2  faults\n', ' machine Main(1) at a.p:2\n')
    r = t.check('-Woff', '--progress=off', '--max-states=500', '--profile', '-t', 'tcHot', 'a.p').has('           2  spec Waits at a.p:10\n')


@test
def the_product_is_at_least_the_number_of_states(t):
    t.write('a.p', ROUND.replace('40', '4'))
    t.check('-Woff', '--progress=off', '--engine=explicit', '--profile', '--json=out.json', 'a.p', '-t', 'tc').expect(0)
    result = t.json('out.json')['results'][0]
    x = result['profile']
    check(x['complete'] and x['states'] == result['states'], f'{x}')
    product = 1
    for part in x['parts']:
        if part['kind'] in ('machine', 'spec', 'outbox', 'faults'):
            product *= part['distinct']
    check(x['product'] == product >= x['states'], f'{x}')
    # Absent, new, and four numbers at rest.
    check([p['distinct'] for p in x['parts'] if p['kind'] == 'machine' and p['machine'].startswith('Counter')] == [6] * 3, f'{x}')


@test
def misuse(t):
    t.write('a.p', SMALL)
    for r in (t.check('--profile=3', 'a.p'), t.run('replay', '--profile', 'a.p'), t.check('--profile', '--engine=sequential', 'a.p')):
        check("'--profile'" in r.expect(2, '').err, r)


if __name__ == '__main__':
    sys.exit(harness.main())
