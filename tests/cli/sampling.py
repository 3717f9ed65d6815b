#!/usr/bin/env python3
"""Tests of random runs: those that stay hot, and the numbers beside a violation.

harness.py says how to run the tests.
"""
import json
import re
import sys

sys.dont_write_bytecode = True
import harness
from harness import Skip, cases, check, has_sanitizer, test

# The server answers a while, until it has counted to five; a clock ticks for ever, with ever larger numbers, so that no
# state comes back.
MODEL = '''event eAsk; event eAnswer; event eJob; event eTick: int;
machine Main { start state S { entry { new Clock(); new Server(); } } }
machine Clock { start state S { entry { send this, eTick, 0; } on eTick do (n: int) { send this, eTick, n + 1; } } }
machine Server {
  var n: int;
  start state S {
    entry { announce eAsk; send this, eJob; }
    on eJob do { n = n + 1; if (n < 5) { announce eAnswer; announce eAsk; send this, eJob; } }
  }
}
spec Answered observes eAsk, eAnswer {
  start cold state Idle { on eAsk goto Open; ignore eAnswer; }
  hot state Open { on eAnswer goto Idle; ignore eAsk; }
}
test tc [main=Main]: assert Answered in { Main, Clock, Server };
'''
OPTIONS = ('-Woff', 'a.p', '--engine=sample', '--schedules=3', '--max-steps=400')


def found(t, *more):
    t.write('a.p', MODEL)
    t.check('-q', *OPTIONS, *more, '--json=t.json').expect(1)
    return t.json('t.json')['results'][0]


@test
def a_hot_tail_is_shown_in_part(t):
    result = found(t)
    trace, violation = result['trace'], result['violation']
    tail = trace['tail']
    n = len(trace['steps'])
    check(trace['loop'] is None and tail['steps'] == 200 and tail['from'] + 20 == n, f'{tail}')
    check(result['cut'] == result['schedules'] == 1 and trace['shrunk_from'] == 200, f'{result["schedules"]}')
    check(violation['message'] == f'spec Answered stayed hot for the last 200 of {tail["from"] + 200} steps, in state Open', f'{violation}')
    check(violation['machine'] == 'Answered' and violation['waits_for'] == ['eAnswer'], f'{violation}')
    t.check(*OPTIONS).expect(1).has(
        f'       the first 200 steps, shrunk to {tail["from"]}\n',
        '       the following steps are drawn at random, so they are fair:\n',
        f'       ... 180 more random steps, in which it stays hot; a larger --max-steps tells whether it ever cools\n       Answered: liveness: {violation["message"]}',
        f'       Answered has been hot since step {violation["hot_since"]}, and waits for eAnswer\n')


@test
def why_of_a_hot_tail(t):
    result = found(t)
    check(all(s['is_why'] for s in result['trace']['steps'][result['trace']['tail']['from']:]), f'{result["trace"]["steps"]}')
    t.check(*OPTIONS, '--why').expect(1).has('       what the machines outside the tail did last:\n')


@test
def a_hot_tail_is_replayed_in_full(t):
    found(t)
    t.replay('-q', 't.json').expect(1, 'tc: violated again: liveness\n')
    # Where the server answers, too, the clock being heard 100 steps later: within the tail, and behind what is listed.
    t.write('a.p', MODEL.replace('(n: int) { ', '(n: int) { if (n == 100) { announce eAnswer; } '))
    t.replay('-q', 't.json').expect(0, 'tc: the run no longer fails\n')
    # Where something else is wrong there, the run is told up to that.
    t.write('a.p', MODEL.replace('(n: int) { ', '(n: int) { assert n < 100; '))
    t.replay('-q', 't.json', '--html=t.html').expect(1)
    trace = t.page_data('t.html')['report']['results'][0]['trace']
    check('tail' not in trace and len(trace['steps']) > 100, f'{len(trace["steps"])}')


@test
def a_hot_tail_in_documents(t):
    tail = found(t, '--html=t.html', '--sarif=t.sarif')['trace']['tail']
    check(t.page_data('t.html')['report']['results'][0]['trace']['tail'] == tail, 'page')
    runs = t.json('t.sarif')['runs']
    check('stayed hot for the last 200 of' in runs[0]['results'][0]['message']['text'], f'{runs}')


@test
def a_hot_tail_while_stepping(t):
    trace = found(t)['trace']
    tail, n = trace['tail'], len(trace['steps'])
    t.write('commands', f'goto {tail["from"]}\nnext\nrun\nsave s.json\nnext\nback\nsave part.json\n')
    r = t.run('replay', '--step', '-Woff', 't.json', '--script=commands')
    r.has('       the following steps are drawn at random, so they are fair:\n', '       ... 180 more random steps, in which it stays hot; a larger --max-steps tells whether it ever cools\n',
          '       violated: liveness: spec Answered stayed hot for the last 200 of', 'the trace ends here')
    check(len(t.json('s.json')['results'][0]['trace']['steps']) == n, 's.json')
    t.replay('-q', 's.json').expect(1, 'tc: violated again: liveness\n')
    check('tail' not in t.json('part.json')['results'][0]['trace'], 'part.json')


@cases(('from', 'from', 1000, 'from'), ('before', 'from', 0, 'tail', {'steps': 3}), ('steps', 'steps', 10**10, 'steps'),
       ('negative', 'steps', -1, 'steps'), ('seed', 'seed', 7, 'seed'))
def a_damaged_tail(t, key, value, word, more=()):
    found(t)
    data = t.json('t.json')
    data['results'][0]['trace']['tail'].update({key: value, **dict(more)})
    t.write('t.json', json.dumps(data))
    t.replay('t.json').expect(2, '', f'synod: error: cannot replay \'t.json\': its "{word}" is missing or malformed\n')


def told(t, *options):
    """What does not depend on the machine, with all that was executed."""
    t.check('-q', *options, '--json=t.json').expect(1)
    data = t.json('t.json')
    for result in data['results']:
        del result['seconds'], result['memory'], result['command']
    return data


# One run in some hundreds fails, and is short; the others differ in length.
RARE = '''event eTick: int;
machine Main {
  var n: int;
  start state S {
    entry { new W((this, 1)); new W((this, 2)); new W((this, 3)); new W((this, 4)); }
    on eTick do (x: int) {
      n = n + choose(3);
      if (x == 4 && n == 0 && choose(30) == 7) { assert false; }
      if (x == 1) { send this, eTick, 2 + choose(2); }
    }
  }
}
machine W { start state S { entry (p: (Main, int)) { send p.0, eTick, p.1; } } }
test tc [main=Main]: { Main, W };
'''


@cases(('rare', RARE, ['--count-states', '--schedules=100000']), ('rl', RARE, ['--strategy=rl', '--schedules=100000']),
       ('hot', MODEL, ['--schedules=3', '--max-steps=400']),
       ('loop', MODEL.replace('n + 1); }', '1 - n); }').replace('eTick, n + 1', 'eTick, 1 - n'), ['--schedules=3', '--max-steps=400']))
def numbers_beside_a_violation_do_not_depend_on_threads(t, model, options):
    t.write('a.p', model)
    for seed in 1, 2, 3:
        first = told(t, '-Woff', 'a.p', '--engine=sample', f'--seed={seed}', *options, '-j1')
        check(first['results'][0]['coverage']['events']['seen'] > 0, 'coverage')
        for threads in '-j2', '-j4':
            check(told(t, '-Woff', 'a.p', '--engine=sample', f'--seed={seed}', *options, threads) == first, f'seed {seed}, {threads}')


@test
def a_hot_run_that_is_too_long_to_be_confirmed(t):
    """Each step has a value of its own, and a replay keeps them all."""
    if has_sanitizer():
        raise Skip('a sanitizer takes the memory before the run is over')
    t.write('a.p', MODEL)
    options = ['-Woff', '--progress=off', 'a.p', '--engine=sample', '--schedules=1', '--max-steps=300000', '--json=out.json']
    r = t.check(*options, '--max-memory=200').expect(3, err='')
    r.has('tc: unknown: a run that fails was not confirmed: the memory limit was reached after 1 schedule, 300,000 steps, ')
    r.lacks('no violation', 'spec Answered')
    x = t.json('out.json')['results'][0]
    check(x['verdict'] == 'unknown' and 'trace' not in x, f'{x}')
    t.check(*options, '--max-memory=2000', '-q').expect(1).has('stayed hot for the last 150,000 of ')


PRINTED = '''event eGo;
machine Main { start state S { entry {
  var t: string; var x: int;
  x = choose(5); t = format("{0}", x); x = 0;
  send this, eGo;
  receive { case eGo: { print t; } }
} } }
test tc [main=Main]: { Main };
'''


@test
def texts_tell_states_apart_that_are_counted(t):
    """A text that is only printed is a part of the state: one before the choice, five after it, and the end."""
    t.write('a.p', PRINTED)
    x = t.result('a.p', '--engine=sample', '--count-states', '--schedules=200', code=0)
    check(x['states'] == t.result('a.p', '--engine=explicit', code=0)['states'] == 7, f'{x}')


LONG = '''event eAsk; event eAnswer; event eTick: int;
machine Main {
  start state S {
    entry { announce eAsk; send this, eTick, 0; }
    on eTick do (n: int) { if (n < 700) { send this, eTick, n + 1; } else { announce eAnswer; } }
  }
}
spec Answered observes eAsk, eAnswer { start cold state Idle { on eAsk goto Open; } hot state Open { on eAnswer goto Idle; } }
test tc [main=Main]: assert Answered in { Main };
'''


@test
def the_explicit_engine_is_asked_about_a_hot_tail(t):
    finite = MODEL.replace('eTick, n + 1', 'eTick, 1 - n')
    t.write('a.p', finite)
    r = t.check(*OPTIONS).expect(1).has('spec Answered can stay hot forever, in state Open', '       the following steps repeat forever:\n')
    check(r.err == 'synod: schedule 1 stayed hot over its last half; the explicit engine has found this violation\n', r)
    # It never sees all states of the other model.
    t.write('a.p', MODEL)
    r = t.check(*OPTIONS).expect(1).has('stayed hot for the last 200 of')
    check(r.err == '', r)
    # Where it sees all, and the spec cools down in the end, the run was only long.
    t.write('a.p', LONG)
    r = t.check(*OPTIONS).expect(0).has('tc: sampled')
    check(r.err == 'synod: schedule 1 stayed hot over its last half; the explicit engine has visited all 705 states, and no run stays hot forever: '
          "without --engine=sample the verdict is 'holds'\n", r)
    t.check('-Woff', 'a.p').expect(0).has('tc: holds: ')


# One run in 256 is never answered: too few for the sixteen runs of the advice.  The first step has too many outcomes for a search.
SELDOM = MODEL.replace('n = n + 1; if (n < 5) {', 'n = choose(1000) * 256 + choose(256); if (n % 256 > 0) {').replace(
    'announce eAnswer; announce eAsk; send this, eJob;', 'announce eAnswer;')


@test
def auto_tells_of_runs_that_stay_hot(t):
    t.write('a.p', SELDOM)
    r = t.check('-Woff', 'a.p', '--max-steps=400').expect(3)
    m = re.search(r'nor in [\d,]+ random runs with \d+% of the handlers, but in ([\d,]+) of them spec Answered stayed hot over the last half\n', r.out)
    check(m, r)
    r.has(' --engine=sample', '  not tried: judges random runs in which a spec stays hot\n')
    x = t.result('a.p', '--max-steps=400', code=3)
    check(x['hot_runs'] == {'spec': 'Answered', 'runs': int(m[1].replace(',', ''))}, f'{x["hot_runs"]}')
    t.check('-q', '-Woff', 'a.p', '--engine=sample', '--max-steps=400').expect(1).has('spec Answered stayed hot for the last 200 of')


@test
def auto_tells_of_long_runs_only(t):
    """Its first runs are short ones, and say nothing."""
    t.write('a.p', MODEL)
    r = t.check('-q', '-Woff', 'a.p', '--max-states=10', '--max-steps=1000000').expect(3).lacks('stayed hot')
    check('random runs' in r.out, r)


@cases(('auto', '--engine=auto'), ('sample', '--engine=sample'))
def a_spec_that_starts_slowly(t, engine):
    """Synod asks whether to stop while it makes the first state."""
    t.write('a.p', 'event eX;\nmachine Main { start state S { entry { announce eX; } } }\n'
            'spec L observes eX { start state S { entry { var i: int; while (i < 1000) { i = i + 1; } } ignore eX; } }\n'
            'test tc [main=Main]: assert L in { Main };\n')
    t.check('-Woff', '-q', engine, '--schedules=10', 'a.p').expect(0)


@test
def time_that_is_used_up_within_the_first_run(t):
    """No run comes to its end, so nothing is known."""
    t.write('a.p', 'event eTick;\nmachine Main { start state S { entry { send this, eTick; } on eTick do { send this, eTick; } } }\n'
            'test tc [main=Main]: { Main };\n')
    r = t.check('-Woff', '-q', '--engine=sample', '--max-steps=1000000000', '--max-time=1', 'a.p').expect(3)
    check(r.out.startswith('tc: unknown: the time limit was reached after 0 schedules, '), r)


@test
def a_text_that_grows_is_no_runaway(t):
    """It is only printed, but the loop does not come back to the same state."""
    t.write('a.p', '''machine Main { start state S { entry {
  var text: string;
  var i: int;
  while (i >= 0) { text = format("{0}x", text); }
  print text;
} } }
test tc [main=Main]: { Main };
''')
    t.check('a.p', '--engine=sample', '--schedules=2', '--max-instructions=2000', '-j1').expect(0).has('tc: sampled')


if __name__ == '__main__':
    sys.exit(harness.main())
