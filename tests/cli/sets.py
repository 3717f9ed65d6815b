#!/usr/bin/env python3
"""All states as one set, --engine=sets, from the command line.  How to run it: harness.py."""
import os
import re
import signal
import sys
import time

sys.dont_write_bytecode = True
import harness
from harness import Skip, cases, check, test
from models import CHOOSE, COUNT, LASSO, PING, RACE_FAILS, RACE_HOLDS

SETS = '--engine=sets'
CAUSAL = ('in causal networks a delivery changes the clocks of all machines, and a set has no columns for such states: '
          'use --engine=explicit')

# A violation of each kind.
ASSERTION = '''event eAdd: int;
machine Main { start state S { entry { var k: machine; k = new Kid(); send k, eAdd, 1; send k, eAdd, 2; } } }
machine Kid { var n: int; start state S { on eAdd do (x: int) { n = n + x; assert n < 3, format("n is {0}", n); } } }
'''
AT_ONCE = 'machine Main { start state S { entry { assert false, "at once"; } } }\n'
UNHANDLED = '''event eA; event eB;
machine Main { start state S { entry { var k: machine; k = new Kid(); send k, eA; send k, eB; } } }
machine Kid { start state S { on eA goto T; } state T { on eA do { } } }
'''
DEADLOCK = '''event eA; event eB;
machine Main {
  start state S { entry { var k: machine; k = new Kid(this); receive { case eA: { if ($) { receive { case eB: { } } } } } } }
}
machine Kid { start state S { entry (up: machine) { send up, eA; } } }
'''
MONITOR = '''event eA: int;
machine Main { start state S { entry { new Kid((this, 1)); new Kid((this, 2)); } on eA do { } } }
machine Kid { start state S { entry (p: (machine, int)) { announce eA, p.1; send p.0, eA, p.1; } } }
spec Rising observes eA {
  var last: int;
  start state S { on eA do (n: int) { assert n >= last, format("{0} after {1}", n, last); last = n; } }
}
test tc [main=Main]: assert Rising in { Main, Kid };
'''
FIRST_MONITOR = '''event eA;
machine Main { start state S { } }
spec Never observes eA { start state S { entry { assert false, "never"; } ignore eA; } }
test tc [main=Main]: assert Never in { Main };
'''
LEFT = '''event eA;
machine Main { start state S { entry { var k: machine; k = new Kid(); send k, eA; } } }
machine Kid { start state S { defer eA; } }
'''

# Kid 0 fails in its second step, and was not asked to make it when kid 1 begins.
MEANWHILE = '''event eGo; event eOne; event eTwo; event eSeen;
machine Main {
  start state S {
    entry { send this, eGo; }
    on eGo do { send this, eOne; }
    on eOne do { if ($) { new Kid(0); } else { send this, eTwo; } }
    on eTwo do { new Kid(1); }
  }
}
machine Kid { start state S { entry (k: int) { if (k == 1) { new End(); } else { announce eSeen; assert false, "kid"; } } } }
machine End { start state S { entry { assert false, "end"; } } }
spec All observes eSeen { start state S { ignore eSeen; } }
test tc [main=Main]: assert All in { Main, Kid, End };
'''

# The assumption leaves one of three ways.
ASSUMED = '''event eA: int;
axiom true;
machine Main { start state S { entry { var k: int; k = choose(3); announce eA, k; assert k == 1, "another"; goto T; } } state T { } }
spec Guess observes eA { start state S { on eA do (k: int) { assume k == 1; } } }
test tc [main=Main]: assert Guess in { Main };
'''
NEVER_ASSUMED = ASSUMED.replace('assume k == 1', 'assume k == 7')

# Faults make a difference to how many states there are.
EXCHANGE = '''event eAsk: machine; event eAnswer: int;
machine Main {
  var n: int;
  start state S {
    entry { var k: machine; k = new Kid(); send k, eAsk, this; send k, eAsk, this; }
    on eAnswer do (x: int) { n = n + x; }
  }
}
machine Kid { var asked: int; start state S { on eAsk do (who: machine) { asked = asked + 1; send who, eAnswer, asked; } } }
test tc [main=Main]: { Main, Kid };
'''

# What a machine has heard is one value, and there are very many: no set of them is small.
LOG = '''event eSay: int;
machine Main {
  var log: seq[int];
  start state S {
    entry { var i: int; while (i < COUNT) { new Kid((this, i)); i = i + 1; } }
    on eSay do (k: int) { log += (sizeof(log), k); }
  }
}
machine Kid { start state S { entry (p: (machine, int)) { send p.0, eSay, p.1; } } }
test tc [main=Main]: { Main, Kid };
'''

# A machine that fills the channels of two others, without end.
FLOOD = '''event e;
machine Main {
  start state S { entry { var a: A; var b: A; a = new A(); b = new A(); while (true) { send b, e; send a, e; } } }
}
machine A { start state S { ignore e; } }
test tc [main=Main]: { Main, A };
'''

# A step with 90,000 ways takes longer than an order of columns is tried.
SLOW = '''event eGo: machine; event eDone;
machine Main {
  start state S {
    entry { var i: int; var a: machine; while (i < 3) { a = new Kid(); send a, eGo, this; i = i + 1; } }
    on eDone do { }
  }
}
machine Kid {
  start state S {
    on eGo do (up: machine) { var x: int; x = choose(300); x = x * 300 + choose(300); if (x == 89999) { send up, eDone; } goto T; }
  }
  state T { }
}
test tc [main=Main]: { Main, Kid };
'''

# Main asks, and answers or not while it ticks for ever.
TICKS = '''event eAsk; event eAnswer; event eTick;
axiom true;
machine Main {
  var b, last: bool;
  start state S { entry { announce eAsk; send this, eTick; } on eTick do { BODY send this, eTick; } }
}
spec Answered observes eAsk, eAnswer {
  start cold state C { on eAsk goto H; ignore eAnswer; }
  hot state H { on eAnswer goto C; ignore eAsk; }
}
test tc [main=Main]: assert Answered in { Main };
'''

# Kid may answer while Noise goes on for ever; or it goes on for ever itself.
NOISE = '''event eAsk; event eAnswer; event eTick;
machine Main { start state S { entry { var k: machine; k = new Kid(); new Noise(); announce eAsk; send k, eAsk; } } }
machine Noise { start state S { entry { send this, eTick; } on eTick do { send this, eTick; } } }
machine Kid { start state S { on eAsk do { BODY } } state T { entry { announce eAnswer; } } }
spec Answered observes eAsk, eAnswer {
  start cold state C { on eAsk goto H; ignore eAnswer; }
  hot state H { on eAnswer goto C; ignore eAsk; }
}
test tc [main=Main]: assert Answered in { Main, Noise, Kid };
'''

# Of two messages to the same machine one is there again and again, the other all the time.
TWO = '''event eAsk; event eAnswer; event eTick;
machine Main {
  var k: machine;
  start state S { entry { k = new Kid(this); announce eAsk; send k, eTick; send k, eAsk; } on eTick do { send k, eTick; } }
}
machine Kid { var who: machine; start state S { entry (up: machine) { who = up; } on eTick do { send who, eTick; } on eAsk do { announce eAnswer; } } }
spec Answered observes eAsk, eAnswer {
  start cold state C { on eAsk goto H; ignore eAnswer; }
  hot state H { on eAnswer goto C; ignore eAsk; }
}
test tc [main=Main]: assert Answered in { Main, Kid };
'''

# Cold in passing; warm; and two specs, of which the second is hot for ever.
PASSING = '''event eTick;
machine Main { start state S { entry { send this, eTick; } on eTick do { send this, eTick; } } }
spec Passing observes eTick { start hot state H { on eTick goto C; } cold state C { entry { goto H; } } }
spec Warm observes eTick { start hot state H { on eTick goto W; } state W { on eTick goto H; } }
test tPassing [main=Main]: assert Passing in { Main };
test tBoth [main=Main]: assert Passing, Warm in { Main };
'''


def explicit_and_sets(t, *options, code, text):
    t.write('a.p', text)
    return t.result('a.p', '--engine=explicit', *options, code=code), t.result('a.p', SETS, *options, code=code)


# ---- What holds ----

def two_phase_commit(t, participants):
    with open(os.path.join(harness.ROOT, 'bench', 'peers', 'two-phase-commit.p'), encoding='utf-8') as f:
        text = f.read()
    found = re.subn(r'participants in \[[^]]*\]', f'participants in [{participants}]', text)
    check(found[1] == 1, 'another model')
    t.write('a.p', found[0])


def commit_states(n):
    """Each of N participants in a state that the others do not depend on, but for what the
    coordinator knows of them.  What is on its way belongs to the participant.

    Voting: not asked yet, yes or no on its way, yes counted; all counted is the end of it: 4^N - 1.
    Committing: told, acknowledged, counted: 3^N.
    Aborting: (asked, told), then yes or no on its way, or ignored, and told or not; acknowledged,
    counted: 9 in all, and 3 of them follow a no that has arrived, which somebody must have sent.
    Before that Main starts, and then all others, one after the other."""
    return 4 ** n - 1 + 3 ** n + 9 ** n - 6 ** n + n + 2


@cases(*((str(n), n) for n in (2, 3, 5, 9, 15, 21)))
def as_many_states_as_there_are(t, n):
    two_phase_commit(t, n)
    x = t.result('a.p', SETS, '--network=p2p', code=0)
    check((x['engine'], x['verdict'], x['reason']) == ('sets', 'exhausted', None), f'{x}')
    check(int(x['set']['states']) == commit_states(n), f"{x['set']} states, not {commit_states(n)}")
    check(x['states'] == min(commit_states(n), 2 ** 64 - 1), f"{x['states']}")
    if n <= 3:
        check(t.result('a.p', '--engine=explicit', '--network=p2p', code=0)['states'] == commit_states(n), 'explicit differs')


@test
def holds(t):
    two_phase_commit(t, 15)
    r = t.check('-Woff', 'a.p', SETS, '--network=p2p').expect(0)
    check(re.match(r'tcCommit___participants_15: holds: exhausted, all 205,422,035,200,820 states in [0-9,]+ nodes, '
                   r'[0-9,]+ local moves, [0-9]+ rounds, ', r.out), r)
    r.has('coverage: 9 of 9 states, ', ', 6 of 6 events, 6 of 6 branches')
    t.write('a.p', PING)
    t.check('-Woff', '-q', 'a.p', SETS).expect(0, '', '')


@cases(*((f'{network}-{faults or "none"}', network, faults)
         for network in ('mbox', 'p2p', 'bag') for faults in (None, 'crash=1', 'loss=1', 'dup=2', 'crash=1,loss=1,dup=1')))
def the_same_states(t, network, faults):
    options = [f'--network={network}', '--crash-model=explicit'] + ([f'--faults={faults}'] if faults else [])
    one, other = explicit_and_sets(t, *options, code=0, text=EXCHANGE)
    check(one['states'] == other['states'], f"{one['states']} states, and as a set {other['states']}")
    if faults is not None:
        check(one['states'] > t.result('a.p', SETS, f'--network={network}', code=0)['states'], 'the faults do nothing')


@test
def what_was_executed(t):
    one, other = explicit_and_sets(t, code=0, text=RACE_HOLDS)
    check(one['states'] == other['states'], f"{one['states']} states, and as a set {other['states']}")
    check(one['coverage'] == other['coverage'], f"{one['coverage']}\n{other['coverage']}")
    check(other['transitions'] > 0 and other['local_steps'] > 0 and other['memory'] > 0, f'{other}')


@cases(('one', ASSUMED), ('none', NEVER_ASSUMED))
def assumptions(t, text):
    one, other = explicit_and_sets(t, code=0, text=text)
    check(one['states'] == other['states'], f"{one['states']} states, and as a set {other['states']}")


@test
def table_of_several_tests(t):
    two_phase_commit(t, '3, 21')
    r = t.check('-Woff', 'a.p', SETS, '--network=p2p').expect(0)
    rows = [line.split() for line in r.out.splitlines() if re.match(r'tcCommit\S+  ', line)]
    check([row[1:5] for row in rows] == [['holds', f'{commit_states(3):,}', '-', '-'], ['holds', '1.1e20', '-', '-']], r)


ORDERS = 'hubs-last', 'narrow', 'in-line', 'created'


@test
def orders(t):
    two_phase_commit(t, 5)
    for order in 'best', 'hubs-last', 'narrow', 'in-line', 'created':
        x = t.result('a.p', SETS, f'--order={order}', '--network=p2p', code=0)
        check(x['states'] == commit_states(5), f"{order}: {x['states']} states")
        taken = x['set']['order']
        check(taken == order or (order == 'best' and taken in ORDERS), f'{order}: {taken} was taken')
    check(t.result('a.p', '--order=created', '--network=p2p', code=0)['engine'] == 'sets', 'another engine')
    t.check('a.p', '--order=created', '--engine=explicit').expect(
        2, '', 'synod: error: --order: not with --engine=explicit, only with sets\n')


# ---- What does not ----

@cases(('assertion', ASSERTION), ('at-once', AT_ONCE), ('unhandled', UNHANDLED), ('deadlock', DEADLOCK),
       ('monitor', MONITOR), ('first-monitor', FIRST_MONITOR), ('race', RACE_FAILS), ('for-ever', LASSO),
       ('quiescence', LEFT, '--strict-quiescence'), ('p2p', ASSERTION, '--network=p2p'), ('bag', UNHANDLED, '--network=bag'),
       ('crash', DEADLOCK.replace('if ($) ', 'if (false) '), '--faults=crash=1', '--crash-model=explicit'),
       ('loss', DEADLOCK.replace('if ($) ', 'if (false) '), '--faults=loss=1'),
       ('dup', UNHANDLED.replace('send k, eB;', '').replace('on eA do', 'on eB do'), '--faults=dup=1'))
def violated(t, text, *options):
    one, other = explicit_and_sets(t, *options, code=1, text=text)
    check(one['violation'] == other['violation'], f"{one['violation']}\n{other['violation']}")
    check((other['engine'], other['verdict']) == ('sets', 'violated'), f'{other}')
    check(len(other['trace']['steps']) >= len(one['trace']['steps']), 'explicit finds the shortest')
    told = t.check('-Woff', 'a.p', SETS, *options, '--json=out.json').expect(1)
    told.has(': violated: ', 'found in ')
    t.replay('-Woff', 'out.json', 'a.p').expect(1).has(other['violation']['message'])


@cases(('mbox', 'mbox'), ('p2p', 'p2p'), ('bag', 'bag'))
def another_move_would_fail_too(t, network):
    """The way goes back by moves that were made, not by all that are of the same kind."""
    t.write('a.p', MEANWHILE)
    for order in 'best', 'hubs-last', 'narrow', 'in-line', 'created':
        x = t.result('a.p', SETS, f'--order={order}', f'--network={network}', code=1)
        check(x['violation']['message'] in ('kid', 'end'), f"{x['violation']}")
        t.replay('-Woff', 'result.json').expect(1)


def ticks(body):
    return TICKS.replace('BODY', body)


def noise(body):
    return NOISE.replace('BODY', body)


@cases(('never', ticks(''), True), ('always', ticks('announce eAnswer;'), False),
       ('choice', ticks('if ($) { announce eAnswer; }'), False), ('unfair', ticks('if ($) { announce eAnswer; }'), True, '--choices=unfair'),
       ('number', ticks('if (choose(5) == 3) { announce eAnswer; }'), False), ('fair', ticks('if ($$) { announce eAnswer; }'), False),
       ('one-way', ticks('assume $$;'), False), ('behind', ticks('if ($) { if ($$) { announce eAnswer; } }'), True, '--choices=unfair'),
       ('loop', ticks('while ($) { } announce eAnswer;'), False), ('endless', ticks('while ($) { } announce eAnswer;'), True, '--choices=unfair'),
       ('luck', ticks('b = $$; if (b && last) { announce eAnswer; } last = b;'), True),
       ('act', noise('goto T;'), False), ('act-again', noise('if (!$$) { send this, eAsk; } else { goto T; }'), False),
       ('own', noise('send this, eAsk;'), True), ('two', TWO, False), ('passing', PASSING, False, '-ttPassing'),
       ('warm', PASSING, True, '-ttBoth'))
def for_ever(t, text, is_violated, *options):
    for network in 'mbox', 'p2p', 'bag':
        one, other = explicit_and_sets(t, f'--network={network}', *options, code=1 if is_violated else 0, text=text)
        check(other['engine'] == 'sets', f'{other}')
        if not is_violated:
            check(one['states'] == other['states'], f"{one['states']} states, and as a set {other['states']}")
            continue
        check(one['violation'] == other['violation'], f"{one['violation']}\n{other['violation']}")
        check(other['trace']['loop'] is not None, f"{other['trace']}")
        t.replay('-Woff', 'result.json').expect(1)


@test
def deadlocks_may_be_fine(t):
    one, other = explicit_and_sets(t, '--no-deadlock', code=0, text=DEADLOCK)
    check(one['states'] == other['states'], f"{one['states']} states, and as a set {other['states']}")


# ---- What cannot be done ----

@cases(('causal', PING, CAUSAL, '--network=causal'))
def refused(t, text, why, *options):
    t.write('a.p', text)
    r = t.check('-Woff', 'a.p', SETS, *options).expect(2, '')
    check(r.err.startswith('synod: error: ') and r.err.endswith(f': {why}\n'), r)
    t.check('-Woff', '-q', 'a.p', '--engine=explicit', *options).expect(0)


@cases(('checkpoint', '--checkpoint=c'), ('bitstate', '--bitstate=64'), ('por', '--por=off'))
def not_beside(t, option):
    t.write('a.p', PING)
    name = option.split('=')[0]
    r = t.check('a.p', SETS, option).expect(2, '')
    check(r.err.startswith(f'synod: error: {name}: ') and 'sets' in r.err, r)


# ---- Limits ----

@cases(('count', COUNT), ('choose', CHOOSE), ('log', LOG.replace('COUNT', '12')))
def max_time(t, text):
    t.write('a.p', text)
    r = t.check('-Woff', 'a.p', SETS, '--max-time=1').expect(3).within(20)
    r.has(': unknown: the time limit was reached after ', '; no violation so far')


def transactions(t, participants):
    with open(os.path.join(harness.ROOT, 'bench', 'models', 'transactions.p'), encoding='utf-8') as f:
        found = re.subn(r'participants in \[[^]]*\]', f'participants in [{participants}]', f.read())
    check(found[1] == 1, 'another model')
    t.write('a.p', found[0])
    return f'-ttcTransactions___participants_{participants}__patient_true'


@test
def interrupted_while_it_looks_for_cycles(t):
    """Of half a minute, the states take a twentieth."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        raise Skip('ignored here, as under nohup, and so Synod ignores it too')
    which = transactions(t, 40)
    child = t.start('check', '-Woff', 'a.p', which, SETS, '--network=p2p', '--progress=json', '--json=out.json', bufsize=0)
    check(any(b'"phase": "cycles"' in line for line in iter(child.stderr.readline, b'')), 'no word of cycles')
    child.send_signal(signal.SIGINT)
    r = t.finish(child).expect(3).has(': unknown: the check was interrupted after ',
                                      '; all states visited without a violation, but a spec may stay hot in a cycle')
    x = t.json('out.json')['results'][0]
    check((x['verdict'], x['reason']) == ('unknown', 'the check was interrupted'), r)


@test
def max_time_while_orders_are_made(t):
    """To see who talks to whom, runs are made first."""
    t.write('a.p', FLOOD)
    t.check('-Woff', 'a.p', SETS, '--network=p2p', '--max-time=1').expect(3).within(15).has(': unknown: the time limit was reached ')


@test
def max_states(t):
    t.write('a.p', COUNT)
    r = t.check('-Woff', 'a.p', SETS, '--max-states=100').expect(3)
    r.has(': unknown: the state limit was reached after ').lacks('no effect')
    two_phase_commit(t, 12)
    x = t.result('a.p', SETS, '--network=p2p', '--max-states=1000', code=3)
    check((x['verdict'], x['reason']) == ('unknown', 'the state limit was reached'), f'{x}')
    check(1000 < x['states'] < commit_states(12), f'{x}')
    x = t.result('a.p', SETS, '--network=p2p', f'--max-states={commit_states(12)}', code=0)
    check(x['states'] == commit_states(12), f'{x}')


@test
def max_memory(t):
    t.write('a.p', LOG.replace('COUNT', '12'))
    r = t.check('-Woff', 'a.p', SETS, '--max-memory=100', limit=3 * harness.LIMIT).expect(3)
    r.has(': unknown: the memory limit was reached after ', '; no violation so far')


@cases(('count', COUNT, signal.SIGINT), ('log', LOG.replace('COUNT', '12'), signal.SIGTERM), ('step', CHOOSE, signal.SIGINT))
def interrupted(t, text, which):
    if signal.getsignal(which) == signal.SIG_IGN:
        raise Skip('ignored here, as under nohup, and so Synod ignores it too')
    t.write('a.p', text)
    child = t.start('check', '-Woff', 'a.p', SETS, '--progress', '--json=out.json', bufsize=0)
    line = child.stderr.readline()
    check(re.search(rb': [\d,.e]+ states in [\d,]+ nodes, round [\d,]+, ', line), f'no progress: {line}')
    child.send_signal(which)
    begin = time.monotonic()
    r = t.finish(child).expect(3).has(': unknown: the check was interrupted after ', '; no violation so far')
    check(time.monotonic() - begin < 10, r)
    x = t.json('out.json')['results'][0]
    check((x['engine'], x['verdict'], x['reason']) == ('sets', 'unknown', 'the check was interrupted'), f'{x}')


@test
def a_step_that_takes_long(t):
    """Orders that are tried only for a moment leave no half of a step behind."""
    one, other = explicit_and_sets(t, code=0, text=SLOW)
    check(one['states'] == other['states'], f"{one['states']} states, and as a set {other['states']}")


@test
def progress(t):
    t.write('a.p', COUNT)
    r = t.check('-Woff', 'a.p', SETS, '--max-time=2', '--progress=json').expect(3)
    seen = [x for x in r.objects() if x['type'] == 'progress']
    check(seen, r)
    for x in seen:
        check(x['phase'] == 'sets' and x['states'] >= x['about'] * 0.99 > 0 and x['nodes'] > 0, f'{x}')
    check(all(a['states'] <= b['states'] for a, b in zip(seen, seen[1:])), 'states become fewer')


if __name__ == '__main__':
    sys.exit(harness.main())
