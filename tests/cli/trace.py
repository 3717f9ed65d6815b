#!/usr/bin/env python3
"""Tests of how a counterexample is told: shrunk, as a diff, why, filtered.

harness.py says how to run the tests.
"""
import copy
import json
import re
import sys

sys.dont_write_bytecode = True
import harness
from harness import cases, check, test
from models import LASSO, without_times


def told(t, *args, code=1):
    """The trace of the only result."""
    r = t.check('-q', *args, '--json=out.json')
    check(r.code == code, r)
    return t.json('out.json')['results'][0]


def titles(trace):
    return [s['title'] for s in trace['steps']]


def switches(trace):
    who = [s['who'] for s in trace['steps']]
    return sum(a != b for a, b in zip(who, who[1:]))


def title_numbers(text):
    """The numbers of the steps in a text."""
    return [int(n) for n in re.findall(r'^ {1,4}(\d+)  ', text, re.M)]


# ---- Shrinking ----

# Only the first message of Main matters.  What it makes afterwards is never made, for its message
# is delivered first.
NOISE = '''
event eBad; event eTalk: machine;
machine Main {
  start state S {
    entry {
      var victim: machine; var a: machine; var b: machine;
      victim = new Victim();
      send victim, eBad;
      a = new Chatter(); b = new Chatter();
      send a, eTalk, b; send b, eTalk, a;
    }
  }
}
machine Victim { start state S { on eBad do { assert false, "bad"; } } }
machine Chatter { start state S { on eTalk do (mate: machine) { send mate, eTalk, this as machine; } } }
'''


@cases(('dfs', ['--search=dfs', '--max-depth=60']), ('sample', ['--engine=sample', '--seed=3']),
       ('pct', ['--engine=sample', '--strategy=pct']), ('bfs', []))
def noise_is_left_out(t, options):
    t.write('a.p', NOISE)
    trace = told(t, '-Woff', 'a.p', *options)['trace']
    check(titles(trace) == ['Main(1) starts', 'Victim(1.1) starts', 'Main(1) -> Victim(1.1) eBad'], f'{trace}')


# The victim fails at the third message; the chatters are made first, so they begin, but never talk.
NOISE_FIRST = NOISE.replace('''      send victim, eBad;
''', '').replace('send b, eTalk, a;', 'send b, eTalk, a; send victim, eBad; send victim, eBad;').replace(
    'on eBad do { assert false, "bad"; }', 'var n: int; on eBad do { n = n + 1; assert n < 2, "bad"; }').replace(
    'machine Victim { start state S { var n: int;', 'machine Victim { var n: int; start state S {')


@cases(('sample', ['--engine=sample', '--seed=5']), ('bfs', []))
def what_must_come_first_stays(t, options):
    t.write('a.p', NOISE_FIRST)
    # Of its two messages to the chatters, Main must get rid of both: its box is a queue.
    trace = told(t, '-Woff', 'a.p', *options)['trace']
    check(len(trace['steps']) == 1 + 3 + 2 + 2, f'{titles(trace)}')
    # In any order but for the sends: none of the chatters' own messages is delivered.
    check(not any('Chatter(1.2) -> Chatter' in x or 'Chatter(1.3) -> Chatter' in x for x in titles(trace)), f'{trace}')
    trace = told(t, '-Woff', 'a.p', '--network=bag', *options)['trace']
    check(len(trace['steps']) == 1 + 3 + 2, f'{titles(trace)}')


CHOICES = '''
event eA: int;
machine Main {
  start state S {
    entry {
      var x: int; var y: int; var z: bool; var w: int;
      x = choose(9); y = choose(7); z = $; w = choose(4);
      assert !(x >= 3 && w > 0), format("{0}", x);
    }
  }
}
'''


@cases(('1', 1), ('2', 2), ('3', 3), ('4', 4))
def choices_are_lowered(t, seed):
    t.write('a.p', CHOICES)
    trace = told(t, 'a.p', '--engine=sample', f'--seed={seed}', '--schedules=5000')['trace']
    check([s['choices'] for s in trace['steps']] == [[3, 0, 0, 1]], f'{trace["steps"]}')


FAULTS = '''
event ePing: int; event ePong;
machine Main {
  var got: int;
  start state S {
    entry {
      var e: machine; var i: int;
      e = new Echo(this as machine);
      while (i < 4) { send e, ePing, i; i = i + 1; }
    }
    on ePong do { got = got + 1; }
  }
}
machine Echo {
  var back: machine; var next: int;
  start state S {
    entry (m: machine) { back = m; }
    on ePing do (i: int) { send back, ePong; assert i <= next, "a hole"; next = i + 1; }
  }
}
'''


@cases(('1', 1), ('2', 2), ('3', 3))
def faults_are_left_out(t, seed):
    t.write('a.p', FAULTS)
    trace = told(t, '-Woff', 'a.p', '--engine=sample', f'--seed={seed}', '--faults=loss=3,dup=2,crash=0')['trace']
    moves = [s['move'] for s in trace['steps']]
    # Start twice, lose the first, get the second.
    check(sorted(moves) == ['act', 'act', 'deliver', 'lose'], f'{moves}')


DEADLOCK = '''
event eA; event eB: int;
machine Main {
  start state S {
    entry {
      var k: machine; var n: int; var i: int;
      n = choose(6);
      k = new Kid();
      while (i < n) { send k, eB, i; i = i + 1; }
      if (n != 0) { receive { case eA: { } } }
    }
  }
}
machine Kid { start state S { ignore eB; } }
'''


@cases(('dfs', ['--search=dfs']), ('sample', ['--engine=sample', '--seed=7']))
def a_run_that_ends_too_early(t, options):
    t.write('a.p', DEADLOCK)
    result = told(t, '-Woff', 'a.p', *options)
    check(result['violation']['kind'] == 'deadlock', f'{result}')
    # One message is needed for Main to wait at all.
    check(len(result['trace']['steps']) == 3, f'{titles(result["trace"])}')
    check(result['trace']['steps'][0]['choices'] == [1], f'{result["trace"]["steps"][0]}')


# Two pairs that have nothing to do with each other; the spec fails when both are done.
PAIRS = '''
event eWork: machine; event eDone;
machine Main { start state S { entry { new Boss(); new Boss(); } } }
machine Boss {
  var w: machine; var n: int;
  start state S {
    entry { w = new Worker(); send w, eWork, this as machine; }
    on eDone do { n = n + 1; if (n < 3) { send w, eWork, this as machine; } }
  }
}
machine Worker { var n: int; start state S { on eWork do (b: machine) { send b, eDone; } } }
spec Both observes eDone { var n: int; start state S { on eDone do { n = n + 1; assert n < 6, "six"; } } }
test t [main=Main]: assert Both in { Main, Boss, Worker };
'''


@test
def steps_are_put_together(t):
    t.write('a.p', PAIRS)
    grouped = told(t, '-Woff', 'a.p', '--engine=explicit')['trace']
    plain = told(t, '-Woff', 'a.p', '--engine=explicit', '--no-shrink')['trace']
    check(len(grouped['steps']) == len(plain['steps']), 'breadth first is shortest already')
    check(switches(grouped) <= switches(plain), f'{switches(grouped)}, {switches(plain)}')
    sampled = told(t, '-Woff', 'a.p', '--engine=sample', '--seed=2')['trace']
    check(len(sampled['steps']) == len(plain['steps']), f'{titles(sampled)}')
    # The five begin in turn (4 changes), and the last one, a worker, goes on with its first work.  Then the
    # other worker (1) and its boss take turns until it has worked three times (4), then this worker's boss (1),
    # and in turns until the third time (3): whose last message nobody needs to get.
    for trace in grouped, sampled:
        check(switches(trace) == 13, f'{switches(trace)}: {titles(trace)}')


def minimal(t, trace, data):
    """No step can be left out: what remains is no run, or does not fail."""
    for i in range(len(trace['steps'])):
        less = copy.deepcopy(data)
        steps = less['results'][0]['trace']['steps']
        del steps[i]
        with open(t.path('less.json'), 'w') as f:
            json.dump(less, f)
        r = t.run('replay', '-q', '-Woff', 'less.json')
        check(r.code in (0, 2), f'without step {i + 1} it still fails: {r}')


@cases(('noise', NOISE, []), ('first', NOISE_FIRST, []), ('choices', CHOICES, []), ('faults', FAULTS, ['--faults=loss=2,dup=1']),
       ('pairs', PAIRS, []), ('deadlock', DEADLOCK, []))
def the_result_is_minimal_and_replays(t, model, options):
    t.write('a.p', model)
    told(t, '-Woff', 'a.p', '--engine=sample', '--seed=11', *options)
    data = t.json('out.json')
    result = data['results'][0]
    t.run('replay', '-q', '-Woff', 'out.json').expect(1)
    plain = told(t, '-Woff', 'a.p', '--engine=sample', '--seed=11', '--no-shrink', *options)
    check(plain['trace']['shrunk_from'] is None, f'{plain["trace"]}')
    check(result['trace']['shrunk_from'] == len(plain['trace']['steps']), f'{result["trace"]["shrunk_from"]}')
    check(len(result['trace']['steps']) <= len(plain['trace']['steps']), 'longer')
    for key in 'kind', 'file', 'line', 'column', 'state', 'event':
        check(result['violation'][key] == plain['violation'][key], f'{key}: {result["violation"]}')
    minimal(t, result['trace'], data)


@test
def a_lasso_keeps_its_loop(t):
    t.write('a.p', LASSO)
    plain = told(t, '-Woff', 'a.p', '--no-shrink')
    shrunk = told(t, '-Woff', 'a.p')
    check(shrunk['violation'] == plain['violation'], f'{shrunk["violation"]}')
    a, b = plain['trace'], shrunk['trace']
    check(len(a['steps']) - a['loop'] == len(b['steps']) - b['loop'], f'{a["loop"]} {b["loop"]}')
    t.run('replay', '-q', '-Woff', 'out.json').expect(1)


@test
def it_says_how_much_shorter(t):
    t.write('a.p', NOISE_FIRST)
    args = ['-Woff', 'a.p', '--engine=sample', '--seed=2', '--strategy=pct']
    said = re.search(r'\n       (\d+) steps, shrunk to 8\n', t.check(*args).expect(1).out)
    plain = t.check(*args, '--no-shrink').expect(1).lacks('shrunk')
    check(said and int(said.group(1)) == max(title_numbers(plain.out)), plain)


ENDLESS = '''
event eA: int; event eStop;
machine Main {
  var n: int;
  start state S {
    entry { send this, eA, 0; }
    on eA do (i: int) { n = n + 1; assert n < 4000, "enough"; send this, eA, choose(3); }
  }
}
'''


@test
def shrinking_is_bounded(t):
    t.write('a.p', ENDLESS)
    args = ['-q', '-Woff', 'a.p', '--engine=sample']
    others = t.check(*args, '--no-shrink').expect(1).seconds
    t.check(*args, '--shrink-time=1').expect(1).within(8 + 2 * others)
    t.check(*args, '--shrink-time=0').expect(1).within(4 + 2 * others)
    t.check('a.p', '--shrink-time=x').complaint("option '--shrink-time' needs a time such as 90, 90s, 5m or 1h30m, from 0 to 100000 seconds, not 'x'")


# ---- What changed ----

DIFFS = '''
enum color { RED, GREEN }
type pair = (a: int, b: color);
event eNext;
machine Main {
  var n: int; var s: set[int]; var q: seq[string]; var m: map[int, pair]; var t: (int, pair); var c: color;
  var quiet: int;
  start state S {
    entry { m[1] = (a = 1, b = RED); q += (0, "x"); s += (1); s += (2); goto T; }
  }
  state T {
    defer eNext;
    entry {
      send this, eNext;
      n = 7; s += (3); s -= (1); q += (1, "y"); m[1].b = GREEN; m[2] = (a = 2, b = GREEN);
      t.1.a = 5; c = GREEN; goto U;
    }
  }
  state U { on eNext do { m -= (1); q -= (0); s += (9); assert false; } }
}
'''


@test
def changes_are_differences(t):
    t.write('a.p', DIFFS.replace('m -= (1); q -= (0); s += (9); assert false;', 'm -= (1); q -= (0); s += (9); send this, eNext; goto V;')
            .replace('state U {', 'state V { on eNext do { assert false; } } state U {'))
    r = t.check('-Woff', 'a.p').expect(1)
    r.has('         n = 7 (was 0)\n', '         m -= 1\n', '         q = ["y"] (was ["x", "y"])\n', '         s += 9\n')
    steps = t.result('-Woff', 'a.p', code=1)['trace']['steps']
    first = {c['name']: c for c in steps[0]['changes'] if c['what'] == 'variable'}
    check(first['t']['text'] == 't.1.a = 5 (was 0); t.1.b = ...' or first['t']['text'] == 't.1.a = 5 (was 0)', f'{first["t"]}')
    check(first['t']['before'] == '(0, (a=0, b=RED))' and first['t']['after'] == '(0, (a=5, b=RED))', f'{first["t"]}')
    check(first['c']['text'] == 'c = GREEN (was RED)', f'{first["c"]}')
    check('quiet' not in first, f'{first}')


# ---- Messages ----

FATES = '''
event eA: int; event eB; event eC; event eEnd;
machine Main {
  start state S {
    entry {
      var k: machine;
      k = new Kid();
      send k, eA, 1; send k, eC; send k, eB; send k, eA, 2; send this, eEnd;
      send k, eC;
    }
    on eEnd do { assert false; }
  }
}
machine Kid {
  start state S { defer eA; ignore eC; on eB goto T; }
  state T { on eA do (n: int) { if (n == 2) { raise halt; } } defer eC; }
}
'''


@test
def fates_of_messages(t):
    t.write('a.p', FATES)
    trace = t.result('-Woff', 'a.p', '--no-shrink', code=1)['trace']
    names = [m['name'] for m in trace['machines']]
    messages = [(m['event'], m['payload'], names[m['from']], names[m['to']], m['fate']) for m in trace['messages']]
    check(messages == [('eA', '1', 'Main(1)', 'Kid(1.1)', 'handled'), ('eC', None, 'Main(1)', 'Kid(1.1)', 'ignored'),
                       ('eB', None, 'Main(1)', 'Kid(1.1)', 'handled'), ('eA', '2', 'Main(1)', 'Kid(1.1)', 'handled'),
                       ('eEnd', None, 'Main(1)', 'Main(1)', 'handled'), ('eC', None, 'Main(1)', 'Kid(1.1)', 'pending')],
          f'{messages}')
    when = [(m['sent'], m['arrived'], m['handled']) for m in trace['messages']]
    # eA waits until eB has come.
    check(when == [(1, 3, 5), (1, 4, 4), (1, 5, 5), (1, 6, 6), (1, 7, 7), (1, None, None)], f'{when}')


@cases(('void', 'assert n < 2', ['--network=bag'], 'void'))
def messages_to_the_dead(t, _claim, options, fate):
    t.write('a.p', FATES.replace('send this, eEnd;\n', '').replace('send k, eC;\n    }', 'send k, eC; send this, eEnd;\n    }'))
    trace = t.result('-Woff', 'a.p', '--no-shrink', code=1)['trace']
    check(trace['messages'][-2]['event'] == 'eC' and trace['messages'][-2]['fate'] in (fate, 'ignored'),
          f'{trace["messages"][-2]}')


@test
def lost_and_doubled(t):
    t.write('a.p', FAULTS)
    trace = told(t, '-Woff', 'a.p', '--faults=loss=1')['trace']
    check([m['fate'] for m in trace['messages']][:2] == ['lost', 'handled'], f'{trace["messages"]}')
    t.write('b.p', FAULTS.replace('assert i <= next', 'assert i >= next'))
    trace = told(t, '-Woff', 'b.p', '--faults=dup=1')['trace']
    copies = [m for m in trace['messages'] if m['copy_of'] is not None]
    check(len(copies) == 1, f'{trace["messages"]}')
    check(trace['messages'][copies[0]['copy_of']]['event'] == 'ePing', f'{copies}')


LATE = '''
event eLate: int; event eEnd;
machine Main {
  start state S {
    entry {
      var k: machine;
      k = new Kid(this);
      send k, halt; send k, eLate, 1; send k, eLate, 2; send this, eEnd;
    }
    on eEnd do { assert false, "the end"; }
  }
}
machine Kid { start state S { entry (m: machine) { } on eLate do (n: int) { } } }
'''


@test
def what_comes_after_the_end_is_void(t):
    t.write('a.p', LATE)
    messages = told(t, '-Woff', 'a.p')['trace']['messages']
    check([(m['event'], m['fate']) for m in messages] ==
          [('halt', 'handled'), ('eLate', 'void'), ('eLate', 'void'), ('eEnd', 'handled')], f'{messages}')


QUORUM = '''
event eVote: int;
machine Main {
  start state S {
    entry { new Kid((m = this, n = 7)); new Kid((m = this, n = 8)); }
    on quorum (2) eVote do (all: seq[int]) { assert false, "both"; }
  }
}
machine Kid { start state S { entry (x: (m: machine, n: int)) { send x.m, eVote, x.n; } } }
'''


@test
def a_quorum_is_told(t):
    t.write('a.p', QUORUM)
    last = told(t, '-Woff', 'a.p')['trace']['steps'][-1]
    check([a['text'] for a in last['actions']] == ['handles eVote([7, 8])'], f'{last}')


# ---- Why ----

# The failure needs nothing of what Main sends to the idle machine.
WHY = '''
event eGo: machine; event eHit; event eIdle;
machine Main {
  start state S {
    entry {
      var v: machine; var a: machine; var i: machine;
      i = new Idle(); a = new Actor(); v = new Target();
      send i, eIdle; send i, eIdle; send a, eGo, v;
    }
  }
}
machine Idle { var n: int; start state S { on eIdle do { n = n + 1; } } }
machine Actor { start state S { on eGo do (v: machine) { send v, eHit; } } }
machine Target { start state S { on eHit do { assert false, "hit"; } } }
'''


@test
def why_is_the_causal_past(t):
    t.write('a.p', WHY)
    trace = told(t, '-Woff', 'a.p')['trace']
    # Main 1; Idle, Actor, Target begin 2 3 4; the two messages to Idle must go first; then eGo, eHit.
    check(len(trace['steps']) == 8, f'{titles(trace)}')
    at = {title: i + 1 for i, title in enumerate(titles(trace))}
    go, hit = at['Main(1) -> Actor(1.2) eGo(Target(1.3))'], at['Actor(1.2) -> Target(1.3) eHit']
    start = {x: at[f'{x} starts'] for x in ('Main(1)', 'Idle(1.1)', 'Actor(1.2)', 'Target(1.3)')}
    why = [i + 1 for i, s in enumerate(trace['steps']) if s['is_why']]
    check(why == sorted([start['Main(1)'], start['Actor(1.2)'], start['Target(1.3)'], go, hit]), f'{why}')
    causes = {i + 1: s['causes'] for i, s in enumerate(trace['steps'])}
    check(causes[1] == [] and causes[start['Idle(1.1)']] == [1], f'{causes}')
    check(causes[go] == sorted([1, start['Actor(1.2)']]), f'{causes[go]}')
    check(causes[hit] == sorted([go, start['Target(1.3)']]), f'{causes[hit]}')
    r = t.check('-Woff', 'a.p', '--why').expect(1)
    check(title_numbers(r.out) == why, r)
    r.has('why: the 5 of 8 steps that the failure depends on\n').lacks('-> Idle(1.1)', 'Idle(1.1) starts')
    t.run('replay', '-Woff', 'out.json', '--why').has('why: the 5 of 8 steps')


# The second message comes first only if the first one is lost.
IN_ORDER = '''
event eOne; event eTwo;
machine Main { start state S { entry { var b: machine; b = new B(); send b, eOne; send b, eTwo; } } }
machine B { start state S { on eOne goto T; on eTwo do { assert false, "too early"; } } state T { ignore eTwo; } }
'''


@cases(('mbox', 'mbox'), ('p2p', 'p2p'), ('causal', 'causal'))
def why_has_the_loss_of_what_came_before(t, network):
    t.write('a.p', IN_ORDER)
    trace = told(t, '-Woff', 'a.p', f'--network={network}', '--faults=loss=1')['trace']
    check(titles(trace)[2:] == ['Main(1) -> B(1.1) eOne is lost', 'Main(1) -> B(1.1) eTwo'], f'{titles(trace)}')
    check(all(s['is_why'] for s in trace['steps']), f'{trace["steps"]}')
    check(trace['steps'][3]['causes'] == [1, 2, 3], f'{trace["steps"][3]}')


# A client waits for an answer that does not come; others talk about other things.
NO_ANSWER = '''
event eAsk: machine; event eAnswer; event eTalk;
machine Main {
  start state S {
    entry { var o: machine; o = new Other(); send o, eTalk; new Client(new Server(new Store())); }
  }
}
machine Client {
  start state S { entry (s: machine) { send s, eAsk, this; receive { case eAnswer: {} } } }
}
machine Server {
  var store: machine;
  start state S {
    entry (s: machine) { store = s; }
    on eAsk do (who: machine) { send store, eAsk, who; }
  }
}
machine Store { start state S { STORE } }
machine Other { start state S { ignore eTalk; } }
'''


@cases(('ignored', 'ignore eAsk;', [], 'Server(1.3) -> Store(1.2) eAsk'),
       ('forgotten', 'on eAsk do (who: machine) { }', [], 'Server(1.3) -> Store(1.2) eAsk'),
       ('lost', 'on eAsk do (who: machine) { send who, eAnswer; }', ['--faults=loss=1:eAnswer'],
        'Store(1.2) -> Client(1.4) eAnswer is lost'),
       ('crashed', 'on eAsk do (who: machine) { send who, eAnswer; }', ['--faults=crash=1:Store'],
        'Store(1.2) crashes'))
def why_nothing_happens_any_more(t, store, options, reason):
    t.write('a.p', NO_ANSWER.replace('STORE', store))
    result = told(t, '-Woff', 'a.p', *options)
    check(result['violation']['kind'] == 'deadlock', f'{result["violation"]}')
    why = [s['title'] for s in result['trace']['steps'] if s['is_why']]
    for title in reason, 'Client(1.4) -> Server(1.3) eAsk':
        check(any(x.startswith(title) for x in why), f'{title}: {why}')
    check(not any('Other' in x for x in why), f'{why}')


# The spec sees the client ask.  That makes an agent, which asks a server that has halted.
STILL_HOT = '''
event eAsked; event eAsk; event eAnswered; event eTalk;
machine Main {
  start state S {
    entry { var s: machine; new Other(); s = new Server(); new Client(s); send s, halt; }
  }
}
machine Client { start state S { entry (s: machine) { announce eAsked; new Agent(s); } } }
machine Agent { start state S { entry (s: machine) { send s, eAsk; } } }
machine Server { start state S { on eAsk do { announce eAnswered; } } }
machine Other { start state S { entry { send this, eTalk; } ignore eTalk; } }
spec Ends observes eAsked, eAnswered {
  start cold state Calm { on eAsked goto Busy; }
  hot state Busy { on eAnswered goto Calm; }
}
test t [main=Main]: assert Ends in { Main, Client, Agent, Server, Other };
'''


@cases(('bfs', []), ('dfs', ['--search=dfs']), ('bag', ['--network=bag']))
def why_a_spec_is_still_hot(t, options):
    t.write('a.p', STILL_HOT)
    result = told(t, '-Woff', 'a.p', *options)
    check(result['violation']['kind'] == 'liveness', f'{result["violation"]}')
    why = [s['title'] for s in result['trace']['steps'] if s['is_why']]
    for title in 'Client(1.3) goes on', 'Main(1) -> Server(1.2) halt', 'Agent(1.3.1) -> Server(1.2) eAsk':
        check(title in why, f'{title}: {why}')
    check(not any('Other' in x for x in why), f'{why}')


# The spec is hot from the beginning and sees nothing.  One of two workers has halted when it is told to go on, the
# other one is told to stay.
NEVER_SEEN = '''
event eTake: machine; event eTaken: bool; event eStop; event eWork;
machine Main {
  start state S {
    entry { var b: machine; var w: machine; b = new Board(); w = new Worker(b); new Worker(b); send w, eStop; }
  }
}
machine Board {
  start state Free { on eTake do (w: machine) { send w, eTaken, false; goto Used; } }
  state Used { on eTake do (w: machine) { send w, eTaken, true; } }
}
machine Worker {
  start state Asks {
    entry (b: machine) { send b, eTake, this; }
    on eTaken do (taken: bool) { if (!taken) { announce eWork; } }
    on eStop do { raise halt; }
  }
}
spec Works observes eWork { start hot state Waits { on eWork goto Done; } cold state Done { ignore eWork; } }
test t [main=Main]: assert Works in { Main, Board, Worker };
'''


@test
def why_of_a_spec_that_saw_nothing(t):
    t.write('a.p', NEVER_SEEN)
    result = told(t, '-Woff', 'a.p')
    check(result['violation']['hot_since'] == 0 and result['violation']['waits_for'] == ['eWork'], f'{result["violation"]}')
    why = [s['title'] for s in result['trace']['steps'] if s['is_why']]
    for title in 'Main(1) -> Worker(1.2) eStop', 'Board(1.1) -> Worker(1.2) eTaken(false)', 'Worker(1.2) -> Board(1.1) eTake':
        check(any(x.startswith(title) for x in why), f'{title}: {why}')
    at = {s['title']: i for i, s in enumerate(result['trace']['steps'], 1)}
    stop, drop = at['Main(1) -> Worker(1.2) eStop'], at['Board(1.1) -> Worker(1.2) eTaken(false)']
    told_to_stay, taken = at['Board(1.1) -> Worker(1.3) eTaken(true)'], at['Worker(1.3) -> Board(1.1) eTake(Worker(1.3))']
    r = t.check('-Woff', 'a.p', '--why').expect(1)
    r.has('''\
       Works has been hot from the beginning, and waits for eWork
       dropped in step DROP: Board(1.1) -> Worker(1.2) eTaken(false), because its target had halted
       what each machine did last:
         Main(1) in state S: step 1, starts; sends eStop to Worker(1.2)
         Board(1.1) in state Used: step TAKEN, Worker(1.3) -> Board(1.1) eTake(Worker(1.3)); sends eTaken(true) to Worker(1.3)
         Worker(1.2), halted: step STOP, Main(1) -> Worker(1.2) eStop
         Worker(1.3) in state Asks: step STAY, Board(1.1) -> Worker(1.3) eTaken(true)
'''.replace('DROP', str(drop)).replace('TAKEN', str(taken)).replace('STOP', str(stop)).replace('STAY', str(told_to_stay)))
    # Without --why, the steps say it.
    t.check('-Woff', 'a.p').has('       Works has been hot from the beginning, and waits for eWork\n').lacks('did last', 'dropped in')
    # What is hidden stays so.
    t.check('-Woff', 'a.p', '--why', '--hide=Board').lacks('         Board(1.1) in state Used').has('         Worker(1.3) in state Asks')
    t.check('-Woff', 'a.p', '--why', '--hide=eTaken').lacks('dropped in')


# The server notes the request, and acts on it when a clock ticks: no message leads from one to the other.
NOTED = '''
event eAsk; event eTick; event eJob; event eAnswer; event eTalk;
machine Main {
  start state S {
    entry {
      var s: machine;
      new Other(); s = new Server(new Helper());
      new Clock(s); new Helper(); send s, eAsk;
    }
  }
}
machine Server {
  var helper: machine;
  start state S { entry (h: machine) { helper = h; } defer eTick; on eAsk goto T; }
  state T { on eTick do { send helper, eJob; } }
}
machine Clock { start state S { entry (s: machine) { send s, eTick; } } }
machine Helper { start state S { HELPER } }
machine Other { start state S { entry { send this, eTalk; } ignore eTalk; } }
spec Ends observes eAsk, eAnswer {
  start state Calm { on eAsk goto Busy; }
  hot state Busy { ignore eAsk; on eAnswer do { Rest(); } }
  fun Rest() { goto Calm; }
}
test t [main=Main]: assert Ends in { Main, Server, Clock, Helper, Other };
'''


@cases(('ignored', 'ignore eJob;', 'dropped in step {}: Server(1.3) -> Helper(1.2) eJob, which its target ignores'),
       ('deferred', 'defer eJob;', 'never handled: Server(1.3) -> Helper(1.2) eJob, in the queue since step {}'))
def why_has_the_causal_future_of_the_request(t, helper, reason):
    t.write('a.p', NOTED.replace('HELPER', helper))
    result = told(t, '-Woff', 'a.p')
    steps = result['trace']['steps']
    at = {s['title']: i for i, s in enumerate(steps, 1)}
    for title in 'Clock(1.4) -> Server(1.3) eTick', 'Server(1.3) -> Helper(1.2) eJob':
        check(steps[at[title] - 1]['is_why'], f'{title}: {titles(result["trace"])}')
    check(not any(s['is_why'] for s in steps if 'Other' in s['title']), f'{steps}')
    asked = next(i for i, s in enumerate(steps, 1) if any('enters state Busy' in a['text'] for a in s['actions']))
    check(result['violation']['hot_since'] == asked and result['violation']['waits_for'] == ['eAnswer'], f'{result["violation"]}')
    r = t.check('-Woff', 'a.p', '--why').expect(1)
    r.has(f'       Ends has been hot since step {asked}, and waits for eAnswer\n',
          '       ' + reason.format(at['Server(1.3) -> Helper(1.2) eJob']) + '\n')
    # Of the idle machine, only the last thing is told.
    check([n for n in title_numbers(r.out) if 'Other' in titles(result['trace'])[n - 1]] == [], r)
    r.has('         Other(1.1) in state S: step ', 'Other(1.1) -> Other(1.1) eTalk; drops eTalk\n')


# Within one step, the spec is answered and asked again; then it hears of something else.
AGAIN_HOT = '''
event eAsk; event eAnswer; event eOther; event eGo;
machine Main {
  start state S {
    entry { announce eAsk; send this, eGo; }
    on eGo do { Talk(); }
  }
  fun Talk() { announce eAnswer; announce eAsk; announce eOther; }
}
spec Ends observes eAsk, eAnswer, eOther {
  start cold state Calm { on eAsk goto Busy; ignore eOther; }
  hot state Busy { on eAnswer goto Calm; ON_OTHER }
}
'''


@cases(('counted', 'on eOther do { }', 'waits for eAnswer'), ('left', 'on eOther goto Busy2; } hot state Busy2 { ', 'no event leads out of its state'))
def hot_since_it_was_cold_last(t, other, text):
    t.write('a.p', AGAIN_HOT.replace('ON_OTHER', other))
    result = told(t, '-Woff', 'a.p')
    cold = [i for i, s in enumerate(result['trace']['steps'], 1) if any('enters state Calm' in a['text'] for a in s['actions'])]
    hot = [i for i, s in enumerate(result['trace']['steps'], 1) if any('enters state Busy' in a['text'] and not a['text'].endswith('2') for a in s['actions'])]
    since = result['violation']['hot_since']
    check(len(cold) == 1 and since == hot[-1] and since >= cold[0], f'{since}: cold {cold}, hot {hot}')
    t.check('-Woff', 'a.p').has(f'       Ends has been hot since step {since}, and {text}\n')


# A clock ticks for ever.  The server waits for a key that nobody has, and defers the request; the printer has halted.
IN_A_LOOP = '''
event eTick: int; event eAsk; event eAnswer; event eKey; event ePrint;
machine Main {
  start state S {
    entry { var p: machine; p = new Printer(); send p, halt; send p, ePrint; send new Server(), eAsk; new Clock(); }
  }
}
machine Server { start state S { defer eAsk; on eKey goto T; } state T { on eAsk do { announce eAnswer; } } }
machine Printer { start state S { ignore ePrint; } }
machine Clock { start state S { entry { send this, eTick, 0; } on eTick do (x: int) { send this, eTick, 1 - x; } } }
spec Ends observes eAsk, eAnswer, eTick {
  start state Calm { ignore eTick; on eAsk goto Busy; }
  hot state Busy { on eTick do (x: int) { } on eAnswer goto Calm; }
}
test t [main=Main]: assert Ends in { Main, Server, Printer, Clock };
'''


@test
def why_of_a_loop(t):
    t.write('a.p', IN_A_LOOP)
    result = told(t, '-Woff', 'a.p', '--engine=explicit')
    trace = result['trace']
    loop = trace['loop']
    check(loop is not None and result['violation']['waits_for'] == ['eAnswer'], f'{result}')
    at = {s['title']: i for i, s in enumerate(trace['steps'], 1)}
    check(all(s['is_why'] for s in trace['steps'][loop:]), f'{titles(trace)}')
    check(all('Clock' in s['title'] for s in trace['steps'][loop:]), f'{titles(trace)}')
    check(trace['steps'][at['Main(1) -> Server(1.2) eAsk'] - 1]['is_why'], f'{titles(trace)}')
    r = t.check('-Woff', 'a.p', '--why', '--engine=explicit').expect(1)
    r.has(f'       Ends has been hot since step {result["violation"]["hot_since"]}, and waits for eAnswer\n'
          f'       never handled: Main(1) -> Server(1.2) eAsk, in the queue since step {at["Main(1) -> Server(1.2) eAsk"]}\n'
          f'       dropped in step {at["Main(1) -> Printer(1.1) ePrint"]}: Main(1) -> Printer(1.1) ePrint, because its target had halted\n'
          '       what the machines outside the loop did last:\n',
          '         Server(1.2) in state S: step ', '         Printer(1.1), halted: step ').lacks('still in flight', '         Clock(')
    # The spec sees what it does not wait for; and what it waits for, but not what helps.
    t.write('b.p', IN_A_LOOP.replace('on eTick do (x: int) { }', 'on eTick do (x: int) { if (x == 2) { goto Calm; } }'))
    r = t.check('-Woff', 'b.p', '--engine=explicit').expect(1)
    check(re.search(r'waits for eTick \(last seen in step \d+\) or eAnswer\n', r.out), r)
    # It may go round itself.
    t.write('c.p', IN_A_LOOP.replace('on eTick do (x: int) { }', 'on eTick goto Busy2;').replace(
        'hot state Busy {', 'state Busy2 { on eTick goto Busy; ignore eAnswer; } hot state Busy {'))
    r = t.check('-Woff', 'c.p', '--engine=explicit').expect(1)
    r.has('       Ends changes its state in the loop, but is never cold\n')


@test
def why_of_a_deadlock_says_what_each_machine_did(t):
    t.write('a.p', NO_ANSWER.replace('STORE', 'defer eAsk; on eTalk goto T; } state T { ignore eAsk;'))
    r = t.check('-Woff', 'a.p', '--why').expect(1)
    r.has('violated: deadlock', '       never handled: Server(1.3) -> Store(1.2) eAsk(Client(1.4)), in the queue since step ',
          '         Client(1.4) in state S: step ', 'waits in a receive\n').lacks('has been hot')


@test
def why_of_a_spec_is_what_it_saw(t):
    t.write('a.p', PAIRS.replace('n < 6', 'n < 2'))
    trace = told(t, '-Woff', 'a.p', '--engine=explicit')['trace']
    seen = [i for i, s in enumerate(trace['steps'])
            if any(a['who'] == 0 and a['kind'] == 'handle' for a in s['actions'])]
    check(len(seen) == 2 and all(trace['steps'][i]['is_why'] for i in seen), f'{seen}')
    check(trace['machines'][0]['kind'] == 'spec', f'{trace["machines"]}')


# ---- Broadcasts ----

# Sends of one place to several machines, then to one machine several times; sends of two places; different payloads.
BROADCAST = '''
event eOne: int; event eTwo; event eEnd;
machine Main {
  start state S {
    entry {
      var all: set[machine]; var k: machine; var i: int;
      while (i < COUNT) { all += (new Kid()); i = i + 1; }
      foreach (k in all) { send k, eOne, 7; }
      foreach (k in all) { i = i + 1; send k, eOne, i; }
      foreach (k in all) { if ($) { send k, eTwo; } }
      send all[0], eTwo; send all[1], eTwo;
      while (i > 0) { send this, eEnd; i = i - 1; }
    }
    on eEnd do { assert false, "the end"; }
  }
}
machine Kid { start state S { on eOne do (x: int) { } ignore eTwo; } }
spec Sees observes eOne { start state S { on eOne do (x: int) { } } }
test t [main=Main]: { Main, Kid };
test u [main=Main]: assert Sees in { Main, Kid };
'''


def sent_lines(text):
    """[(what is sent, its line of the source)]"""
    return re.findall(r'^ {9}(?:Main\(1\) )?(sends .*?)  +a\.p:(\d+)$', text, re.M)


@test
def a_broadcast_is_one_line(t):
    t.write('a.p', BROADCAST.replace('COUNT', '3'))
    r = t.check('-Woff', 'a.p', '-tt', '--no-shrink').expect(1)
    check(sent_lines(r.out) == [
        ('sends eOne(7) to Kid(1.1), Kid(1.2), Kid(1.3)', '8'),
        ('sends eOne(4) to Kid(1.1)', '9'), ('sends eOne(5) to Kid(1.2)', '9'), ('sends eOne(6) to Kid(1.3)', '9'),
        ('sends eTwo to Kid(1.1)', '11'), ('sends eTwo to Kid(1.2)', '11'),
        ('sends eEnd to Main(1) (6 times)', '12')], r)
    # The choices between them keep two sends apart.
    r = t.check('-Woff', 'a.p', '-tt', '--engine=sample', '--no-shrink', '--seed=7').expect(1)
    check(r.out.count('$ is true') == 3 and len([x for x in sent_lines(r.out) if x[1] == '10']) == 3, r)
    # Programs are told of every send.
    trace = told(t, '-Woff', 'a.p', '-tt', '--no-shrink')['trace']
    sends = [a for a in trace['steps'][0]['actions'] if a['kind'] == 'send']
    check([a['text'] for a in sends[:3]] == [f'sends eOne(7) to Kid(1.{i})' for i in (1, 2, 3)], f'{sends}')
    check([a['message'] for a in sends] == list(range(len(trace['messages']))), f'{sends}')


@test
def a_broadcast_that_a_spec_sees_has_a_line_for_each(t):
    t.write('a.p', BROADCAST.replace('COUNT', '3'))
    r = t.check('-Woff', 'a.p', '-tu', '--no-shrink').expect(1)
    check([what for what, _ in sent_lines(r.out)[:3]] == [f'sends eOne(7) to Kid(1.{i})' for i in (1, 2, 3)], r)
    check(r.out.count('spec Sees observes eOne(7)') == 3, r)


@test
def a_wide_broadcast_is_cut(t):
    t.write('a.p', BROADCAST.replace('COUNT', '15'))
    r = t.check('-Woff', 'a.p', '-tt', '--no-shrink', '--engine=sample', '--schedules=1').expect(1)
    r.has('sends eOne(7) to ' + ', '.join(f'Kid(1.{i})' for i in range(1, 13)) + ' and 3 more  ')


@test
def the_stepper_and_filters_know_broadcasts(t):
    t.write('a.p', BROADCAST.replace('COUNT', '3'))
    told(t, '-Woff', 'a.p', '-tt', '--no-shrink')
    t.write('steps', 'next\ntrace\n')
    r = t.run('replay', '-Woff', '--step', 'out.json', '--script=steps').expect(0)
    check(r.out.count('sends eOne(7) to Kid(1.1), Kid(1.2), Kid(1.3)') == 2, r)
    t.check('-Woff', 'a.p', '-tt', '--hide=eOne').lacks('sends eOne').has('sends eEnd to Main(1) (6 times)')
    colored = t.check('-Woff', 'a.p', '-tt', '--color=always').out
    check(re.search(r'sends eOne\(7\) to \033\[\d+mKid\(1\.1\)\033\[0m, \033\[\d+mKid\(1\.2\)\033\[0m', colored), colored)


# ---- How many ----

MANY = 'machine Main { start state S { entry { assert CHOICE, "bad"; } } }\nmachine Fine { start state S { } }\n' + ''.join(
    f'test t{i} [main={x}]: {{ {x} }};\n' for i, x in enumerate(['Main', 'Fine', 'Main', 'Main', 'Main', 'Main']))


def shown(r):
    return re.findall(r'^(t\d): violated: assertion failed at a.p:1: bad\n    found in ', r.out, re.M)


@cases(('default', [], ['t0', 't2', 't3'], '2 more traces are not shown; --max-traces=5 shows them\n'),
       ('none', ['--max-traces=0'], [], '5 traces are not shown; --max-traces=5 shows them\n'),
       ('one-less', ['--max-traces=4'], ['t0', 't2', 't3', 't4'], '1 more trace is not shown; --max-traces=5 shows it\n'),
       ('all', ['--max-traces=5'], ['t0', 't2', 't3', 't4', 't5'], None),
       ('more', ['--max-traces=1000'], ['t0', 't2', 't3', 't4', 't5'], None))
def the_first_traces_are_shown(t, options, which, rest):
    t.write('a.p', MANY.replace('CHOICE', 'false'))
    r = t.check('-Woff', 'a.p', '--json=out.json', *options).expect(1)
    check(shown(r) == which, r)
    check(r.out.count('Main(1) starts\n') == len(which), r)
    check(len(re.findall('^t\\d: violated: ', r.out, re.M)) == 5, r)
    check(('not shown' in r.out) == (rest is not None) and (rest is None or f't5: violated: assertion failed at a.p:1: bad\n{rest}\ntest ' in r.out), r)
    for x in t.json('out.json')['results']:
        check(('trace' in x) == (x['test'] != 't1') and '--max-traces' not in x['command'], f'{x}')
    r = t.run('replay', '-Woff', 'out.json', *options).expect(1)
    check(r.out.count('Main(1) starts\n') == len(which) and r.out.count('violated again') == 5, r)
    check(r.out.endswith(rest or 't5: violated again: assertion failed\n'), r)
    t.check('-q', '-Woff', 'a.p', *options).expect(1).lacks('not shown', 'starts')


@test
def a_trace_that_nobody_sees_is_not_shrunk(t):
    t.write('a.p', 'machine Main { start state S { entry { var x: int; x = choose(9); assert x < 3, format("{0}", x); } } }')
    how = '-Woff', 'a.p', '--engine=sample', '--seed=3'
    found = t.check('-q', '--no-shrink', *how).expect(1).out
    shrunk = t.check(*how).expect(1).out.splitlines()[0] + '\n'
    check(found != shrunk and shrunk.endswith(': 3\n'), f'{found} {shrunk}')
    t.check('-q', *how).expect(1, found)
    check(t.check('--max-traces=0', *how).expect(1).out.startswith(found), found)
    for document in '--json=o', '--html=o', '--junit=o', '--sarif=o':
        t.check('-q', document, *how).expect(1, shrunk)


# ---- Show and hide ----

@test
def show_and_hide(t):
    t.write('a.p', WHY)
    everything = title_numbers(t.check('-Woff', 'a.p').out)
    check(everything == [1, 2, 3, 4, 5, 6, 7, 8], f'{everything}')
    r = t.check('-Woff', 'a.p', '--hide=Idle').expect(1)
    check(len(title_numbers(r.out)) == 5, r)
    r.has('not shown').lacks('Idle(1.1) starts')
    t.check('-Woff', 'a.p', '--hide=Idle(1.1)').expect(1).lacks('Idle(1.1) starts')
    r = t.check('-Woff', 'a.p', '--show=Actor').expect(1)
    check(len(title_numbers(r.out)) == 3, r)  # it begins, it gets eGo; and the end
    r = t.check('-Woff', 'a.p', '--hide=eIdle').expect(1).lacks('eIdle')
    check(len(title_numbers(r.out)) == 6, r)
    t.check('-Woff', 'a.p', '--hide=n').lacks(' n = ')
    t.check('-Woff', 'a.p', '--hide=Idle.n').lacks(' n = ')
    t.check('-Woff', 'a.p', '--hide=Target,eIdle').has('Target(1.3) eHit')  # how it ends is seen always


@test
def an_event_is_shown_where_it_is_sent_too(t):
    t.write('a.p', WHY)
    sent = t.check('-Woff', 'a.p', '--show=eHit').expect(1)
    # Actor sends it when it gets eGo (7), and Target gets it (8).
    check(title_numbers(sent.out) == [7, 8], sent)
    sent.has('sends eHit to Target(1.3)')
    hidden = t.check('-Woff', 'a.p', '--hide=eGo').expect(1)
    check(title_numbers(hidden.out) == [1, 2, 3, 4, 5, 6, 7, 8] and 'sends eGo' not in hidden.out, hidden)


@test
def what_has_not_arrived(t):
    t.write('a.p', WHY.replace('send v, eHit;', 'send v, eHit; send this, eGo, v; send this, eGo, v;'))
    r = t.check('-Woff', 'a.p').expect(1)
    r.has('       still in flight: Actor(1.2) -> Actor(1.2) eGo(Target(1.3))\n' * 2)
    t.check('-Woff', 'a.p', '--hide=eGo').lacks('still in flight')
    t.write('b.p', WHY.replace('send v, eHit;', 'var i: int; send v, eHit; while (i < 9) { send this, eGo, v; i = i + 1; }'))
    r = t.check('-Woff', 'b.p').expect(1).has('       ... and 4 more\n')
    check(r.out.count('still in flight') == 5, r)


@test
def messages_to_a_machine_that_has_halted(t):
    t.write('a.p', """event eA; event eB;
machine Main { start state S { entry { var k: machine; k = new Kid(); send k, eA; send k, eA; send this, eB; } on eB do { assert false; } } }
machine Kid { start state S { on eA do { raise halt; } } }
""")
    t.check('-Woff', 'a.p').expect(1).has('         drops eA, because it has halted\n')


@test
def a_spec_that_fails_follows_from_what_it_saw(t):
    t.write('a.p', """event eA; event eB;
machine Main { start state S { entry { new One(); new Two(); } } }
machine One { start state S { entry { announce eA; } } }
machine Two { start state S { entry { announce eB; } } }
spec Both observes eA, eB { var a: bool; start state S { on eA do { a = true; } on eB do { assert !a; } } }
test t [main=Main]: assert Both in { Main, One, Two };
""")
    steps = told(t, '-Woff', 'a.p')['trace']['steps']
    seen = [i + 1 for i, s in enumerate(steps) if any(a['text'].startswith('spec Both observes') for a in s['actions'])]
    check(len(seen) == 2 and seen[1] == len(steps) and seen[0] in steps[-1]['causes'], f'{seen} {steps[-1]["causes"]}')


@cases(('machine', '--show=Idel', "'Idle'"), ('event', '--hide=eHitt', "'eHit'"), ('nothing', '--hide=zzzzz', None))
def names_that_mean_nothing(t, option, meant):
    t.write('a.p', WHY)
    name = option.split('=')[1]
    text = f"there is no machine, event or variable '{name}' to show or hide"
    t.check('-Woff', 'a.p', option).expect(2, '', f'synod: error: {text}' + (f'; did you mean {meant}?' if meant else '') + '\n')


# ---- Colours ----

@test
def colours_are_by_machine(t):
    t.write('a.p', WHY)
    plain = t.check('-Woff', 'a.p').expect(1)
    coloured = t.check('-Woff', 'a.p', '--color=always').expect(1)
    check('\033[' not in plain.out and '\033[' in coloured.out, coloured)
    check(without_times(re.sub('\033\\[\\d*m', '', coloured.out)) == without_times(plain.out), coloured)
    codes = {name: set(re.findall('\033\\[(\\d+)m' + re.escape(name), coloured.out))
             for name in ('Main(1)', 'Idle(1.1)', 'Actor(1.2)', 'Target(1.3)')}
    check(all(len(c) == 1 for c in codes.values()), f'{codes}')
    check(len(set.union(*codes.values())) == 4, f'{codes}')


# Idle has nothing to do with it: its steps go when the run is shrunk.
ENDS_HOT = '''event eA; event eIdle;
machine Main { start state S { entry { new Idle(); send this, eA; } ignore eA; } }
machine Idle { start state S { entry { if ($) { send this, eIdle; } } ignore eIdle; } }
spec Fine observes eA { start cold state C { ignore eA; } }
spec Hot observes eA { start state C { on eA goto H; } hot state H { ignore eA; } }
test tc [main=Main]: assert Fine, Hot in { Main, Idle };
'''


@cases(('end', ENDS_HOT, 'Hot', False), ('loop', LASSO, 'Finishes', True))
def the_machine_of_liveness_is_the_spec(t, model, spec, is_loop):
    t.write('a.p', model)
    t.check('-q', '-Woff', 'a.p', '--json=r.json').expect(1)
    [x] = [x for x in t.json('r.json')['results'] if x['verdict'] == 'violated']
    check(x['violation']['kind'] == 'liveness' and (x['trace']['loop'] is not None) == is_loop, f'{x["violation"]}')
    check(x['violation']['machine'] == spec and f'spec {spec} ' in x['violation']['message'], f'{x["violation"]}')


@test
def a_run_that_ends_hot_is_shrunk(t):
    t.write('a.p', ENDS_HOT)
    r = t.check('-Woff', 'a.p', '--engine=sample', '--seed=1', '--json=r.json').expect(1)
    r.has('       Hot: liveness: spec Hot is in hot state H when the run ends')
    trace = t.json('r.json')['results'][0]['trace']
    check(trace['shrunk_from'] is not None and trace['shrunk_from'] > len(trace['steps']), f'{trace["shrunk_from"]}')


# ---- Long runs ----

LONG = '''
event eStep: int;
machine Main {
  start state S {
    entry { send this, eStep, 1; }
    on eStep do (k: int) { assert k < 100000, "enough"; send this, eStep, k + 1; }
  }
}
'''


@test
def a_long_run_is_told_in_time(t):
    harness.need_little_memory(t)  # no sanitizer
    t.write('a.p', LONG)
    t.check('-q', '-Woff', 'a.p', '--engine=sample', '--schedules=1', '--max-steps=200000',
            '--no-shrink').expect(1).has('enough')


@test
def nothing_that_a_model_says_steers_the_terminal(t):
    t.write('a.p', 'event eS: string;\nmachine Main { start state S { entry { print "a\x9b31mb"; send this, eS, "\x85\x1b[2J"; }\n'
            '  on eS do (s: string) { assert false, format("no {0}", s); } } }\n')
    r = t.check('-Woff', 'a.p').expect(1)
    r.has('prints "a\\u009b31mb"', 'eS("\\u0085\\u001b[2J")', 'assertion failed: no \\x85\\x1b[2J')
    check(not re.search('[\x00-\x09\x0b-\x1f\x7f-\x9f]', r.out), r)


@test
def colours_are_of_whole_names(t):
    t.write('a.p', 'machine Main { start state S { entry { print "Main(1) xMain(1) x_Main(1) é-Main(1)"; assert false; } } }\n')
    t.check('-Woff', 'a.p', '--color=always').has('"\033[36mMain(1)\033[0m xMain(1) x_Main(1) é-\033[36mMain(1)\033[0m"')


@test
def large_collections_are_cut_between_elements(t):
    t.write('a.p', 'machine Main { var s: set[int]; var m: map[int, string]; start state S { entry { var i: int;\n'
            '  while (i < 9000) { s += (i); m[i] = "x"; i = i + 1; } assert false; } } }\n')
    t.write('commands', '1\nshow Main\n')
    t.write('b.p', open(f'{t.folder}/a.p').read().replace('assert false;', ''))
    r = t.run('explore', '-Woff', 'b.p', '--script=commands')
    check(r.code == 0, r)
    [s] = re.findall(r'^ +s = \{(.*)\}$', r.out, re.M)
    [m] = re.findall(r'^ +m = \{(.*)\}$', r.out, re.M)
    for text in s, m:
        *items, last = text.split(', ')
        check(last == '...' and 9990 < len(text) < 10030, f'{len(text)} {text[-40:]}')
        check(items == [f'{i}: "x"' if text is m else str(i) for i in range(len(items))], text[-40:])


@test
def very_long_values_lose_their_middle(t):
    t.write('a.p', 'event eS: string;\nmachine Main { var s: string; start state S {\n'
            '  entry { var i: int; s = "é"; while (i < 14) { s = s + s; i = i + 1; } send this, eS, s + "."; }\n'
            '  on eS do (x: string) { assert false, x; } } }\n')
    r = t.check('-Woff', 'a.p', '--json=out.json').expect(1)
    # "sends eS(" and the quote are 10 bytes: a thousand would end within a letter, and does not here.
    r.has('sends eS("' + 495 * 'é' + ' ... ', 's = "', ' bytes not shown ... ', 'é.") to Main(1)')
    check(max(len(x.encode()) for x in r.out.splitlines()) < 1700, 'a very long line')
    [m] = t.json('out.json')['results'][0]['trace']['messages']
    check(m['payload'] == '"' + 2 ** 14 * 'é' + '."', 'JSON has all of it')


if __name__ == '__main__':
    sys.exit(harness.main())
