#!/usr/bin/env python3
"""P programs on the dpor engine, from the command line.  How to run it: harness.py."""
import math
import os
import re
import sys

sys.dont_write_bytecode = True
import harness
from harness import cases, check, test
from models import LASSO, PING

NETWORKS = 'mbox', 'p2p', 'causal', 'bag'

# One sender, two messages; the receiver halts after the second.
FIFO = '''event eA; event eB;
machine Main {
  start state S {
    entry { var one: machine; one = new One(this); receive { case eA: { } case eB: { } } receive { case eA: { } case eB: { } } raise halt; }
  }
}
machine One { start state S { entry (who: machine) { send who, eA; send who, eB; } } }
test tc [main=Main]: { Main, One };
'''

# Main waits for eA, which comes or does not; then for eB, which never does.
STUCK = '''event eA; event eB;
machine Main { start state S { entry { if ($) { send this, eA; } receive { case eA: { } } %s } } }
test tc [main=Main]: { Main };
'''

# The order of two observations, and who asks the spec for it.
SPEC = '''event eA: int;
machine Main { start state S { entry { new One(1); new One(2); } } }
machine One { start state S { entry (n: int) { announce eA, n; } } }
spec Order observes eA { var last: int; start state W { on eA do (n: int) { assert n > last, format("{0} after {1}", n, last); last = n; } } }
test tc [main=Main]: assert Order in { Main, One };
'''

HOT = '''event eA; event eB;
machine Main { start state S { entry { announce eA; if ($) announce eB; } } }
spec Live observes eA, eB { start state Cold { on eA goto Warm; } hot state Warm { on eB goto Cold; } }
test tc [main=Main]: assert Live in { Main };
'''

ENDLESS = '''event eA;
machine Main { start state S { entry { send this, eA; } on eA do { send this, eA; } } }
test tc [main=Main]: { Main };
'''

LOST = '''event eA; event eB;
machine Main { start state S { entry { var one: machine; one = new One(); send one, eA; send one, eB; } } }
machine One { start state S { on eA goto T; on eB do { assert false, "eB before eA"; } } state T { ignore eB; } }
test tc [main=Main]: { Main, One };
'''

# One message to another machine; what it does with a second one.
COPIED = '''event eA; event eO;
machine Main { start state S { entry { var one: machine; one = new One(); send one, eA; %s } } }
machine One { var n: int; start state S { on eA do { n = n + 1; assert n < %d, format("{0} of them", n); } } }
spec Sees observes eO { start state S { ignore eO; } }
test tc [main=Main]: assert Sees in { Main, One };
'''

# eA arrives at one stroke with eO, so One answers later; but in P's own network a copy may come before.
EARLY = '''event eA; event eO; event eX;
machine Main { start state S { entry { var one: machine; one = new One(); send one, eA; announce eO; } } }
machine One { start state S { on eA do { announce eX; } } }
spec Order observes eO, eX { start state W { on eO goto Done; on eX do { assert false, "too early"; } } state Done { ignore eX; } }
test tc [main=Main]: assert Order in { Main, One };
'''

# Main steps twice: in its entry, up to its end, and with eA.
STEPS = '''event eA;
machine Main { start state S { entry { send this, eA; } on eA do { } } }
test tc [main=Main]: { Main };
'''

PAIR = '''event eA;
machine Main { start state S { entry { new One(); } } }
machine One { start state S { ignore eA; } }
test tc [main=Main]: { Main, One };
'''

# The answer never comes if One crashes: before it takes eA, or before it answers.
ASKED = '''event eA: machine; event eB;
machine Main { start state S { entry { var one: machine; one = new One(); send one, eA, this; receive { case eB: { } } raise halt; } } }
machine One { start state S { on eA do (who: machine) { send who, eB; } } }
test tc [main=Main]: { Main, One };
'''

NULL = '''event eA;
machine Main { start state S { entry { send this, eA; } on eA do { } on null do { raise halt; } } }
test tc [main=Main]: { Main };
'''


def counts(t, text, *options, code=0):
    t.write('a.p', text)
    t.check('-q', '-Woff', 'a.p', '--engine=dpor', '--json=out.json', *options).expect(code)
    r = t.json('out.json')['results'][0]
    return r['executions'], r['blocked']


def bench(t, name, test_name, network):
    path = os.path.join(harness.ROOT, 'bench', 'must', 'p', name)
    t.check('-q', '-Woff', path, '-t', test_name, '--engine=dpor', f'--network={network}', '--json=out.json').expect(0)
    r = t.json('out.json')['results'][0]
    return r['executions'], r['blocked']


@cases(*((n, n) for n in NETWORKS))
def closed_forms(t, network):
    def is_(name, test_name, count):
        found = bench(t, name, test_name, network)
        check(found == (count, 0), f'{test_name}: {found}, not {count}')

    is_('ns_nr.p', 'tcAll___N_5', math.factorial(5))
    is_('ns_nr.p', 'tcOne___N_5', 5)
    is_('ns_nr.p', 'tcSelects', 1)
    is_('nworkers.p', 'tcWorkers___N_5', 2 * math.factorial(5))
    is_('two_phase.p', 'tcCommit___N_3', 2 ** 3 * math.factorial(3))


@cases(('mbox', 'mbox', 1), ('p2p', 'p2p', 1), ('causal', 'causal', 1), ('bag', 'bag', 2))
def two_messages_of_one_sender(t, network, count):
    check(counts(t, FIFO, f'--network={network}') == (count, 0), network)


@test
def any_number_of_processes(t):
    path = os.path.join(harness.ROOT, 'bench', 'must', 'p', 'two_phase.p')
    for jobs in 1, 3:
        t.check('-Woff', path, '-t', 'tcCommit___N_6', '--engine=dpor', f'-j{jobs}').expect(0).has(
            'holds: exhausted, all 46,080 executions, ', '3 of 3 states, 5 of 5 handlers, 4 of 4 events, 12 of 12 branches')


@test
def deadlocks_are_blocked(t):
    t.write('a.p', STUCK % '')
    t.check('-Woff', 'a.p', '--engine=dpor').expect(1).has('Main(1) waits in a receive, and no transition is enabled')
    check(counts(t, STUCK % 'raise halt;', '--no-deadlock') == (1, 1), '')
    t.write('a.p', STUCK % 'receive { case eB: { } }')
    t.check('-Woff', 'a.p', '--engine=dpor', '--no-deadlock').expect(0).has(
        'all 0 executions and 2 blocked ones, ', 'vacuous: no execution ends: all are blocked')


@test
def line_table_and_json_count_alike(t):
    """Blocked executions are not among the others."""
    t.write('a.p', STUCK % 'raise halt;' + 'test tTwo [main=Main]: { Main };\n')
    r = t.check('-Woff', 'a.p', '--engine=dpor', '--no-deadlock', '--json=out.json').expect(0)
    r.has('tTwo: holds: exhausted, the only execution and 1 blocked one, ')
    check(re.search(r'(?m)^tTwo +holds[?] +1 +\d+ ', r.out), r)
    check([(x['executions'], x['blocked']) for x in t.json('out.json')['results']] == [(1, 1)] * 2, r)


@test
def a_violation_in_the_first_execution(t):
    t.write('a.p', 'machine Main { start state S { entry { assert false; } } }')
    t.check('-Woff', 'a.p', '--engine=dpor').expect(1).has('    found in the first execution, ')


@test
def specs_see_orders(t):
    t.write('a.p', SPEC)
    t.check('-Woff', 'a.p', '--engine=dpor').expect(1).has('assertion failed at a.p:4: 1 after 2', 'found after ')
    check(counts(t, SPEC.replace('n > last', 'n > 0')) == (2, 0), 'two orders')


@test
def specs_that_stay_hot(t):
    t.write('a.p', HOT)
    t.check('-Woff', 'a.p', '--engine=dpor').expect(1).has('spec Live is in hot state Warm when the run ends')
    check(counts(t, HOT.replace('if ($) ', '')) == (1, 0), 'it cools down')


@test
def runs_without_end(t):
    t.write('a.p', ENDLESS)
    t.check('-Woff', 'a.p', '--engine=dpor').expect(3).has(
        'unknown: a machine did not end within the event limit (see --max-depth) after 0 executions, ')
    t.write('a.p', LASSO)
    t.check('-Woff', 'a.p', '--engine=dpor', '--max-depth=50').expect(3).has('unknown: a machine did not end within the event limit')


@test
def losses(t):
    t.write('a.p', LOST)
    t.check('-Woff', 'a.p', '--engine=dpor', '--faults=loss=1').expect(1).has('eB before eA')
    check(counts(t, LOST) == (1, 0), 'nothing is lost')
    check(counts(t, LOST, '--faults=loss=1:eB') == (2, 0), 'eB comes or not')


# So many copies arrive in the order in which they are sent, or in any: 0! + 1! + 2! and so on.
@cases(('mbox', 'mbox', 2, 3), ('p2p', 'p2p', 2, 3), ('causal', 'causal', 2, 3), ('bag', 'bag', 1 + 2, 1 + 2 + 6))
def copies(t, network, one, two):
    def are(count, text, *faults):
        found = counts(t, text, f'--network={network}', *(f'--faults={f}' for f in faults))
        check(found == (count, 0), f'{found}, not {count}')

    plain = COPIED % ('', 9)
    are(1, plain)
    are(one, plain, 'dup=1')
    are(two, plain, 'dup=2')
    are(1, plain, 'dup=2:eO')
    are(one + 2, plain, 'dup=1,loss=1')  # it is lost, or its copy is
    # Main holds eA until the spec sees eO
    are(one, COPIED % ('announce eO;', 9), 'dup=1')


@cases(*((n, n) for n in NETWORKS))
def a_copy_is_a_violation(t, network):
    for after in '', 'announce eO;':
        t.write('a.p', COPIED % (after, 2))
        t.check('-Woff', 'a.p', '--engine=dpor', f'--network={network}').expect(0)
        t.check('-q', '-Woff', 'a.p', '--engine=dpor', f'--network={network}', '--faults=dup=1', '--json=out.json').expect(1)
        t.run('replay', '-Woff', 'out.json', 'a.p').expect(1).has('2 of them')


@cases(('mbox', 'mbox', 1), ('p2p', 'p2p', 0), ('causal', 'causal', 0), ('bag', 'bag', 0))
def a_copy_of_what_is_held(t, network, code):
    t.write('a.p', EARLY)
    for engine in 'explicit', 'dpor':
        t.check('-Woff', 'a.p', f'--engine={engine}', f'--network={network}').expect(0)
        t.check('-q', '-Woff', 'a.p', f'--engine={engine}', f'--network={network}', '--faults=dup=1', '--json=out.json').expect(code)
    if code:
        t.run('replay', '-Woff', 'out.json', 'a.p').expect(1).has('too early')


# Main crashes before it sends, before it takes eA, after that, or not at all; whatever else happens at the time.
@cases(*((n, n) for n in NETWORKS))
def crashes(t, network):
    def are(count, text, faults):
        found = counts(t, text, f'--network={network}', f'--faults={faults}', '--crash-model=explicit')
        check(found == (count, 0), f'{found}, not {count}')

    are(1 + 3, STEPS, 'crash=1')
    are(1 + 3, STEPS, 'crash=2')
    # Main before new, Main at its end, One
    are(1 + 3, PAIR, 'crash=1')
    are(1 + 3 + 1, PAIR, 'crash=2')
    are(1 + 1, PAIR, 'crash=2:One')


@cases(*((n, n) for n in NETWORKS))
def a_crash_leaves_others_waiting(t, network):
    t.write('a.p', ASKED)
    t.check('-Woff', 'a.p', '--engine=dpor', f'--network={network}').expect(0)
    t.check('-q', '-Woff', 'a.p', '--engine=dpor', f'--network={network}', '--faults=crash=1', '--json=out.json').expect(1)
    t.run('replay', '-Woff', 'out.json', 'a.p').expect(1).has('waits in a receive', 'crashes')
    # One: before eA, before eB, at its end, or not at all
    check(counts(t, ASKED, f'--network={network}', '--faults=crash=1:One', '--no-deadlock', '--crash-model=explicit') == (2, 2), '')


# Main may crash before it announces, so it stops there; but no event of the execution says that it goes on.
@cases(*((n, n) for n in NETWORKS))
def steps_that_nobody_notices(t, network):
    t.write('a.p', ASKED.replace('eA, this;', 'eA, this; announce eB; announce eB;'))
    t.check('-q', '-Woff', 'a.p', '--engine=dpor', f'--network={network}', '--faults=crash=1', '--json=out.json').expect(1)
    t.run('replay', '-Woff', 'out.json', 'a.p').expect(1).has('waits in a receive', 'crashes')


@test
def faults_in_any_number_of_processes(t):
    path = os.path.join(harness.ROOT, 'bench', 'must', 'p', 'ns_nr.p')
    seen = set()
    for jobs in 1, 3:
        t.check('-q', '-Woff', path, '-t', 'tcAll___N_5', '--engine=dpor', f'-j{jobs}', '--faults=crash=2,dup=2', '--no-deadlock',
                '--crash-model=explicit', '--json=out.json').expect(0)
        r = t.json('out.json')['results'][0]
        seen.add((r['executions'], r['blocked']))
    check(len(seen) == 1, seen)


@cases(('null', NULL, [], 'a machine handles null or a quorum: that depends on all messages in its queue at a moment, and executions '
        'of the dpor engine only say which message it takes; use --engine=explicit'))
def refused(t, text, options, why):
    t.write('a.p', text)
    r = t.check('-Woff', 'a.p', '--engine=dpor', *options).expect(2, '')
    check(r.err.startswith('synod: error: ') and r.err.endswith(f': {why}\n'), r)


@cases(('checkpoint', '--checkpoint=c'), ('bitstate', '--bitstate=64'))
def not_beside(t, option):
    t.write('a.p', PING)
    t.check('-Woff', 'a.p', '--engine=dpor', option).expect(
        2, '', f"synod: error: {option.split('=')[0]}: not with --engine=dpor, only with explicit\n")


@test
def limits(t):
    path = os.path.join(harness.ROOT, 'bench', 'must', 'p', 'ns_nr.p')
    t.check('-Woff', path, '-t', 'tcAll___N_9', '--engine=dpor', '--max-executions=100', '-j1').expect(3).has(
        'unknown: the execution limit was reached after 100 executions, ', '; no violation so far')


@test
def progress(t):
    path = os.path.join(harness.ROOT, 'bench', 'must', 'p', 'two_phase.p')
    r = t.check('-Woff', path, '-t', 'tcCommit___N_7', '--engine=dpor', '--progress=json', '--max-time=1', '-j1')
    seen = [x for x in r.objects() if x['type'] == 'progress']
    check(seen, r)
    for x in seen:
        check(x['phase'] == 'executions' and x['executions'] > 0 and x['blocked'] == 0 and x['max_executions'] is None, x)
    # all branches look alike: the estimate is exact
    check(seen[-1]['estimate'] == 2 ** 7 * math.factorial(7), seen[-1])


@test
def counterexamples_replay(t):
    t.write('a.p', SPEC)
    for network in NETWORKS:
        t.check('-q', '-Woff', 'a.p', '--engine=dpor', f'--network={network}', '--json=out.json').expect(1)
        t.run('replay', '-Woff', 'out.json', 'a.p').expect(1).has('1 after 2')


if __name__ == '__main__':
    sys.exit(harness.main())
