#!/usr/bin/env python3
"""P programs on the dpor engine, from the command line.  How to run it: harness.py."""
import math
import os
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
        'all 0 executions (2 blocked), ', 'vacuous: no execution ends: all are blocked')


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
        'unknown: a machine did not come to its end (the dpor engine is for runs that end) within the limit of events '
        '(see --max-depth) after 0 executions, ')
    t.write('a.p', LASSO)
    t.check('-Woff', 'a.p', '--engine=dpor', '--max-depth=50').expect(3).has('unknown: a machine did not come to its end')


@test
def losses(t):
    t.write('a.p', LOST)
    t.check('-Woff', 'a.p', '--engine=dpor', '--faults=loss=1').expect(1).has('eB before eA')
    check(counts(t, LOST) == (1, 0), 'nothing is lost')
    check(counts(t, LOST, '--faults=loss=1:eB') == (2, 0), 'eB comes or not')


@cases(('null', NULL, [], 'a machine handles null or a quorum, which the dpor engine cannot: use --engine=explicit'),
       ('crash', PING, ['--faults=crash=1'], 'the dpor engine knows no crashes: use --engine=explicit'),
       ('dup', PING, ['--faults=dup=1'], 'the dpor engine knows no duplicated messages: use --engine=explicit'))
def refused(t, text, options, why):
    t.write('a.p', text)
    r = t.check('-Woff', 'a.p', '--engine=dpor', *options).expect(2, '')
    check(r.err.startswith('synod: error: ') and r.err.endswith(f': {why}\n'), r)


@cases(('checkpoint', '--checkpoint=c'), ('bitstate', '--bitstate=64'))
def not_beside(t, option):
    t.write('a.p', PING)
    t.check('-Woff', 'a.p', '--engine=dpor', option).expect(
        2, '', f"synod: error: {option.split('=')[0]}: not with --engine=dpor\n")


@test
def limits(t):
    path = os.path.join(harness.ROOT, 'bench', 'must', 'p', 'ns_nr.p')
    t.check('-Woff', path, '-t', 'tcAll___N_9', '--engine=dpor', '--max-executions=100', '-j1').expect(3).has(
        'unknown: the limit of executions was reached after 100 executions, ', '; no violation so far')


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
