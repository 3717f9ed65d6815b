#!/usr/bin/env python3
"""Tests of `synod check` from the outside.

What the verdicts must be, tests/suite and tests/cross judge; here it is about what the
command line promises.  Files of results and `synod replay` are in replay.py; harness.py
says how to run the tests.
"""
import json
import math
import os
import re
import shlex
import shutil
import signal
import sys
import time

sys.dont_write_bytecode = True
import harness
from harness import Skip, cases, check, need_little_memory, test
from models import AGAIN, CHOOSE, COUNT, END, FIFO, HOLDS, LASSO, OUTCOMES, PARAMS, PATHS, PING, \
    PONGS, RACE_FAILS, RACE_HOLDS, REASONS, REASONS_AND_LIMIT, RELAY, SAMPLED, SLEEPER, SLEEPS, START, number, unknown, without_times

# ---- Verdicts ----

@test
def verdict_holds(t):
    t.write('a.p', PING)
    t.check('a.p').expect(0, err='').matches('DefaultImpl: ' + HOLDS)


@test
def verdict_violated(t):
    t.write('a.p', OUTCOMES)
    t.check('a.p', '-t', 'tBad').expect(1, err='').matches(re.escape(
        'tBad: violated: assertion failed at a.p:2: always\n'
        '    found in 1 state, 1 transition, depth 0, TIME s\n'
        '    1  Wrong(1) starts\n'
        '       Wrong(1) in state S: assertion failed: always  a.p:2\n').replace('TIME', r'\d\.\d\d'))
    t.check('-Woff', 'a.p', '-t', 'tBad', '--network=bag', '--engine=sample').expect(1).has(
        '    found in schedule 1, ', ' s (network bag)\n')


@test
def verdict_unknown(t):
    t.write('a.p', COUNT)
    t.check('a.p', '--max-states=1000').expect(3, err='').matches(
        'DefaultImpl: ' + unknown('the state limit was reached', ', nor in 16 random runs with 100% of the handlers') + REASONS)


@test
def verdict_sampled(t):
    t.write('a.p', PING)
    r = t.check('a.p', '--engine=sample', '--schedules=1234').expect(0, err='')
    r.matches('DefaultImpl: ' + SAMPLED).has('no violation in 1,234 schedules (')


@test
def counts_are_written_as_people_do(t):
    t.write('a.p', 'machine Main { start state S { } }\n')
    t.check('a.p').expect(0).has(', 1 transition, ')
    t.check('a.p', '--engine=sample', '--schedules=1').expect(0).has(
        'no violation in 1 schedule (1 different behaviour, ')
    t.write('b.p', COUNT)
    t.check('b.p', '--engine=explicit', '--max-states=12345').expect(3).has('after 12,345 states, ')


@cases(('assertion', 'assert 1 == 2, "no";', 'assertion failed at a.p:4: no\n'),
       ('no-message', 'assert 1 == 2;', 'assertion failed at a.p:4\n'),
       ('unhandled', 'send this, e;', 'unhandled event at a.p:3: '),
       ('null-target', 'var m: machine; send m, e;', 'null target at a.p:4'),
       ('index', 'var s: seq[int]; print format("{0}", s[3]);', 'index out of range at a.p:4: '),
       ('key', 'var m: map[int, int]; print format("{0}", m[3]);',
        'missing or duplicate key at a.p:4: '),
       ('cast', 'var a: any; a = true; print format("{0}", a as int);', 'bad cast at a.p:4: '),
       ('division', 'var z: int; print format("{0}", 1 / z);', 'division by zero at a.p:4'),
       ('choose', 'var s: set[int]; print format("{0}", choose(s));',
        'impossible choice at a.p:4'),
       ('runaway', 'while (true) { }', 'runaway step at a.p:4: '),
       ('deadlock', 'receive { case e: { } }', 'deadlock at a.p:4'))
def what_went_wrong(t, statement, text):
    t.write('a.p', f'event e;\nmachine Main {{\nstart state S {{\nentry {{ {statement} }} }} }}\n')
    r = t.check('-Woff', 'a.p').expect(1, err='')
    check(r.out.startswith(f'DefaultImpl: violated: {text}'), r)
    # Once more behind the trace, with who it was.
    check(text.split(' at ')[0] in r.out.splitlines()[-1], r)


@test
def errors_in_the_model_come_first(t):
    t.write('a.p', PING + 'event eUnused;\n')
    t.write('b.p', PING.replace('Server()', 'Servr()'))
    t.check('a.p').expect(0).has("warning: event 'eUnused' is never used")
    t.check('-Werror', 'a.p').expect(2, '')
    t.check('b.p', '--json=out.json').expect(2, '').has('synod: 1 error\n')
    check(t.json('out.json')['results'] == [], 'results of a model with errors')
    t.check('no.p').expect(2, '').has('no.p: error: cannot open')


# ---- Exit codes and the table ----

def only_tests(names):
    return ''.join(x + '\n' for x in OUTCOMES.splitlines()
                   if not x.startswith('test') or x.split()[1] in names)


@cases(('fine', ['tFine'], 0), ('violated', ['tWrong'], 1), ('unknown', ['tEndless'], 3),
       ('fine-unknown', ['tFine', 'tEndless'], 3), ('unknown-fine', ['tEndless', 'tGood'], 3),
       ('fine-violated', ['tFine', 'tWrong'], 1), ('violated-fine', ['tWrong', 'tGood'], 1),
       ('violated-unknown', ['tWrong', 'tEndless'], 1),
       ('unknown-violated', ['tEndless', 'tBad'], 1),
       ('all', ['tFine', 'tWrong', 'tEndless', 'tGood', 'tBad'], 1))
def exit_codes(t, tests, code):
    t.write('a.p', only_tests(tests))
    r = t.check('-Woff', '--max-states=50', 'a.p').expect(code, err='')
    words = {'tFine': 'holds', 'tGood': 'holds', 'tWrong': 'violated', 'tBad': 'violated',
             'tEndless': 'unknown'}
    found = re.findall(r'^(\w+): (\w+): ', r.out, re.M)
    check(found == [(x, words[x]) for x in tests], r)
    head, _, table = r.out.partition('\n\n')
    rows = [line.split() for line in table.splitlines() if not line.startswith(('?: ', 'not exercised'))]
    if len(tests) == 1:
        check(not table, r)
    else:
        check(rows[0] == ['test', 'verdict', 'states', 'transitions', 'depth', 'seconds'], r)
        words['tFine'] = words['tGood'] = 'holds?'  # they do nothing
        check([x[:2] for x in rows[1:]] == [[x, words[x]] for x in tests], r)
        check(all(x[2].isdigit() for x in rows[1:]), r)


@test
def numbers_have_separators(t):
    t.write('a.p', COUNT + 'test tA [main=Main]: { Main };\ntest tB [main=Main]: { Main };\n')
    r = t.check('-Woff', '--max-states=3000', 'a.p').expect(3).has('3,000 states, 2,999 transitions, depth 2,999, ')
    for row in r.out.partition('\n\n')[2].splitlines()[1:3]:
        check(row.split()[2:5] == ['3,000', '2,999', '2,999'], r)


@test
def sampling_can_end_with_all_codes(t):
    t.write('a.p', OUTCOMES)
    options = ['--engine=sample', '--schedules=20', '--max-steps=30']
    t.check('a.p', *options, '-t', 'tFine').expect(0)
    t.check('a.p', *options, '-t', 'tEndless').expect(0)
    t.check('a.p', *options, '-t', 'tWrong').expect(1)
    t.check('a.p', *options).expect(1).has('tFine     sampled', 'tWrong    violated')
    t.check('a.p', '--engine=sample', '--schedules=1000000000', '--max-time=1', '-t', 'tEndless').expect(0).has(
        'tEndless: sampled: no violation in ')
    t.check('a.p', '--engine=sample', '--schedules=1000000000', '--max-memory=20', '--max-steps=1000000000', '-t', 'tEndless'
            ).expect(3).has('unknown: the memory limit was reached')


# ---- A budget for all tests ----

BUDGETED = '''event eNext: int;
machine Endless {
  start state S { entry { send this, eNext, 0; } on eNext do (k: int) { send this, eNext, k + 1; } }
}
machine Long {
  start state S { entry { send this, eNext, 0; } on eNext do (k: int) { if (k < 60000) { send this, eNext, k + 1; } } }
}
machine Fine { start state S { } }
machine Wrong { start state S { entry { assert false; } } }
'''


def with_budget(t, mains, *options, code):
    t.write('a.p', BUDGETED + ''.join(f'test t{i} [main={x}]: {{ {x} }};\n' for i, x in enumerate(mains)))
    r = t.check('-Woff', 'a.p', *options, '--progress=off', '--json=out.json').expect(code, err='')
    return r, [(x['test'], x['verdict'], x['budget'], x['seconds']) for x in t.json('out.json')['results']]


@test
def budget_is_divided(t):
    """A third; what t1 leaves goes to t2."""
    r, found = with_budget(t, ['Endless', 'Fine', 'Endless'], '--budget=1500s', '--max-states=10', code=3)
    check([x[:2] for x in found] == [('t0', 'unknown'), ('t1', 'exhausted'), ('t2', 'unknown')], r)
    check(all(abs(x[2] - y) < 30 for x, y in zip(found, (500, 750, 1500))), f'{found}')
    check('budget' not in r.out, r)  # none was stopped by it
    r, found = with_budget(t, ['Endless', 'Fine', 'Endless'], '--budget=4s', code=3)
    check([x[:2] for x in found] == [('t1', 'exhausted'), ('t0', 'unknown'), ('t2', 'unknown')], r)
    check(sum(x[3] for x in found) > 3, f'{found}')
    said = re.findall(r'^(t\d): .*; its share of the budget was (\d+\.\d\d) s$', r.out, re.M)
    check([x[0] for x in said] == ['t0', 't2'] and r.out.count('budget') == 2, r)
    check(all(abs(float(x[1]) - y[2]) < 0.02 for x, y in zip(said, found[1:])), f'{said} {found}')
    r.within(20)


@test
def budget_is_in_the_command(t):
    """As --max-time, where it has ended the test, and nowhere else."""
    def commands(options, code):
        with_budget(t, ['Endless', 'Fine'], *options, code=code)
        return {x['test']: (shlex.split(x['command']), x['budget']) for x in t.json('out.json')['results']}
    found = commands(['--budget=2s'], 3)
    words, share = found['t0']
    check(words == ['synod', 'check', '-t', 't0', f'--max-time={math.ceil(share)}', 'a.p'], f'{found}')
    check(found['t1'][0] == ['synod', 'check', '-t', 't1', 'a.p'], f'{found}')
    t.run(*words[1:], '-Woff').expect(3).has('t0: unknown: the time limit was reached after ')
    found = commands(['--budget=1h', '--max-time=1'], 3)
    check([x[0][4:] for x in found.values()] == [['--max-time=1', 'a.p']] * 2, f'{found}')
    found = commands(['--budget=1h', '--max-states=10'], 3)
    check([x[0][4:] for x in found.values()] == [['--max-states=10', 'a.p']] * 2, f'{found}')


@test
def budget_that_is_left_goes_to_those_that_were_stopped(t):
    """Of ten times what the long one needs, and some seconds at least, its share is too little, and
    what it gets of what the others leave is enough, even if the machine is much slower by then."""
    needed = min(with_budget(t, ['Long'], '--engine=explicit', code=0)[1][0][3] for _ in range(3))
    mains = ['Long', 'Endless'] + 118 * ['Fine']
    r, found = with_budget(t, mains, '--engine=explicit', f'--budget={max(2, math.ceil(10 * needed))}', code=3)
    numbers = [int(x[0][1:]) for x in found]
    again = numbers.index(0)  # from there on those that were stopped, which may be any if the machine stands still
    check(sorted(numbers) == list(range(120)) and numbers[-1] == 1, f'{numbers}')
    check(numbers[:again] == sorted(numbers[:again]) and numbers[again:-1] == sorted(numbers[again:-1]), f'{numbers}')
    check(again > 60, f'{numbers}')
    long, endless = found[again], found[-1]
    check(long[1] == 'exhausted' and long[2] > needed, f'{long}')
    check(endless[1] == 'unknown' and endless[2] > found[0][2], f'{endless}')
    check(all(x[1] == 'exhausted' for x in found if x != endless), f'{found}')
    r.has('t1: unknown: the time limit was reached after ')


@test
def budget_and_time_limit(t):
    """The smaller one counts, and a test that has had its --max-time is not begun again."""
    r, found = with_budget(t, ['Endless', 'Wrong'], '--budget=1h', '--max-time=1', code=1)
    check([x[:2] for x in found] == [('t0', 'unknown'), ('t1', 'violated')], r)
    check(found[0][3] < 5 and found[0][2] > 1700, f'{found}')
    check('budget' not in r.out, r)
    r, found = with_budget(t, ['Fine'], code=0)
    check(found[0][2] is None and 'budget' not in r.out, r)


@cases(*((x or 'empty', x) for x in ('', '0', '0s', '-1', '5x', 'm', '1m30', '30s1m', '1m1m', '1.5m', '5 m',
                                     '1000000000', '1h30', 'h', '5m ', '99999999999999999999')))
def budget_that_is_none(t, text):
    t.write('a.p', PING)
    t.check('a.p', f'--budget={text}').expect(
        2, '', f"synod: error: --budget: '{text}' is not a time such as 90s, 5m or 1h30m\n")


@cases(('number', '300', 300), ('seconds', '90s', 90), ('minutes', '5m', 300), ('all', '1h30m10s', 5410),
       ('hours-seconds', '2h5s', 7205))
def budget_in_words(t, text, seconds):
    _, [(_, _, share, _)] = with_budget(t, ['Fine'], f'--budget={text}', code=0)
    check(seconds - 5 < share <= seconds, f'{share}')


# ---- Options without effect ----

WITHOUT = '--{} has no effect without --engine=sample'
WITH = '--{} has no effect with --engine=sample'


@cases(*((f'{x}-explicit', [f'--{x}={value}'], [WITHOUT.format(x)])
         for x, value in (('strategy', 'random'), ('schedules', 1000))),
       *((f'{x}-explicit', ['--engine=explicit', f'--{x}={value}'], [f'--{x} has no effect with --engine=explicit'])
         for x, value in (('seed', 1), ('max-steps', 5), ('pct-depth', 3))),
       *((f'{x}-auto', [f'--{x}={value}'], []) for x, value in (('seed', 1), ('max-steps', 5), ('pct-depth', 3))),
       *((f'{x}-sample', ['--engine=sample', f'--{x}={value}'], [WITH.format(x)])
         for x, value in (('search', 'bfs'), ('max-states', 100), ('max-depth', 0))),
       *((f'{x}-dpor', ['--engine=dpor', f'--{x}={value}'], [f'--{x} has no effect with --engine=dpor'])
         for x, value in (('search', 'bfs'), ('max-states', 100))),
       *((f'spill-{x}', [f'--engine={x}', '--spill=.'], ['--spill has no effect without --engine=explicit']) for x in ('sample', 'dpor')),
       ('executions', ['--max-executions=100'], ['--max-executions has no effect without --engine=dpor']),
       ('executing', ['--engine=dpor', '--max-executions=100', '--max-depth=100'], []),
       *((f'pct-depth-{x}', ['--engine=sample', f'--strategy={x}', '--pct-depth=2'], [f'--pct-depth has no effect with --strategy={x}'])
         for x in ('random', 'pos', 'feedback', 'rl')),
       *((f'pct-depth-{x}', ['--engine=sample', f'--strategy={x}', '--pct-depth=2'], []) for x in ('pct', 'portfolio')),
       ('pct-depth-unread-strategy', ['--strategy=pos', '--pct-depth=2'], [WITHOUT.format('strategy')]),
       ('dfs', ['--search=dfs', '--spill=.'], ['--spill has no effect with --search=dfs']),
       ('causal', ['--network=causal', '--spill=.'], ['--spill has no effect with --network=causal']),
       ('every', ['--checkpoint-every=10'], ['--checkpoint-every has no effect without --checkpoint']),
       ('shrink', ['--no-shrink', '--shrink-time=10'], ['--shrink-time has no effect with --no-shrink']),
       ('several', ['--strategy=pct', '--strategy=pos', '--schedules=7'], [WITHOUT.format('schedules'), WITHOUT.format('strategy')]),
       ('sampling', ['--engine=sample', '--schedules=7', '--seed=2', '--max-steps=9', '--strategy=pct', '--pct-depth=2'], []),
       ('searching', ['--search=dfs', '--max-depth=100', '--max-states=100', '--shrink-time=1'], []),
       ('keeping', ['--spill=.', '--checkpoint=c', '--checkpoint-every=3'], []))
def options_without_effect(t, options, said):
    t.write('a.p', PING)
    r = t.check('-Woff', 'a.p', *options).expect(0)
    check(sorted(r.err.splitlines()) == [f'synod: {x}' for x in said], r)
    t.check('-q', '-Woff', 'a.p', *options).expect(0, '', '')
    r = t.check('-Woff', 'a.p', '--progress=json', *options).expect(0)
    check(sorted(x['text'] for x in r.objects() if x['type'] == 'notice') == said, r)


@test
def the_help_names_the_engines_with_threads(t):
    said = re.search(r'number of threads .*? for ([a-z, ]+?);', re.sub(r'\s+', ' ', t.run('check', '--help').expect(0).out))[1]
    t.write('a.p', PING)
    engines = ('auto', 'explicit', 'reduced', 'asi', 'sets', 'sample', 'dpor')
    use = [x for x in engines if '--threads' not in t.check('-Woff', 'a.p', f'--engine={x}', '-j2').expect(0).err]
    check(re.split(', | and ', said) == use, f'{said}, not {use}')


# ---- Which tests ----

@test
def an_unknown_test_among_many(t):
    t.write('a.p', PING + ''.join(f'test tNumber{i} [main=Main]: {{ Main, Server }};\n' for i in range(25)))
    for command in 'check', 'explore':
        t.run(command, '-Woff', 'a.p', '-t', 'Zebra').expect(2, '', "synod: error: there is no test named 'Zebra'; the tests are: "
              + ' '.join(f'tNumber{i}' for i in range(20)) + ' ...\n')


NAMES = ['tPlain', 'tAll___n_1__b_true', 'tAll___n_3__b_true', 'tAll___n_1__b_false',
         'tAll___n_3__b_false', 'tAllMore___n_2', 'tAllMore___n_3']


@cases(('none', [], NAMES), ('plain', ['-t', 'tPlain'], NAMES[:1]),
       ('long', ['--test=tPlain'], NAMES[:1]), ('all-runs', ['-t', 'tAll'], NAMES[1:5]),
       ('all-runs-of-other', ['-ttAllMore'], NAMES[5:]),
       ('one-run', ['-t', 'tAll___n_1__b_false'], ['tAll___n_1__b_false']),
       ('not-both', ['-t', 'tAll', '-t', 'tPlain'], None),
       ('star', ['-t', 'tAll*'], NAMES[1:]), ('any', ['-t', '*'], NAMES), ('of-a-test', ['-t', 't?ll'], NAMES[1:5]),
       ('end', ['-t', '*More'], NAMES[5:]), ('in-runs', ['-t', '*b_true'], NAMES[1:3]), ('set', ['-t', 't[PM]*'], NAMES[:1]),
       ('not-set', ['-t', 't[!A]*'], NAMES[:1]))
def choosing_tests(t, options, names):
    t.write('a.p', PARAMS)
    r = t.check('-Woff', 'a.p', *options)
    if names is None:
        r.expect(2, '').has("option '--test' is given twice")
        return
    check(re.findall(r'^(\w+): (?:holds|violated): ', r.out, re.M) == names, r)
    r.expect(1 if any('n_3' in x for x in names) else 0, err='')


@cases(('star', 'Zebra*'), ('whole', '?Al'), ('near', 'tPlian*'), ('set', 't[0-9]'), ('open', '['))
def pattern_that_matches_nothing(t, pattern):
    t.write('a.p', PARAMS)
    for command in 'check', 'explore':
        t.run(command, '-Woff', 'a.p', '-t', pattern).expect(
            2, '', f"synod: error: no test matches '{pattern}'; the tests are: tPlain tAll tAllMore\n")
    t.check('-Woff', 'a.p', '-t', pattern, '--list-tests').expect(2, '').has('no test matches')


@test
def patterns_elsewhere(t):
    t.write('a.p', PARAMS)
    t.check('-Woff', 'a.p', '-t', '*More', '--list-tests').expect(0, 'tAllMore___n_2\ntAllMore___n_3\n', '')
    t.run('explore', '-Woff', 'a.p', '-t', 'tAllMore*').expect(2, '', 'synod: error: there are 2 tests; choose one with --test: '
                                                              'tAllMore___n_2 tAllMore___n_3\n')
    t.check('-q', '-Woff', 'a.p', '--json=out.json').expect(1)
    r = t.replay('-q', '-Woff', 'out.json', '-t', '*More*').expect(1, err='')
    check([x.split(':')[0] for x in r.out.splitlines()] == ['tAllMore___n_3'], r)
    check(all(re.search(fr" -t {x['test']}( |$)", x['command']) for x in t.json('out.json')['results']), 'no command')


# ---- Shrinking ----

HIGH = '''event eX: int;
machine Main { start state S { entry { send this, eX, choose(9); } on eX do (i: int) { assert i < 4, format("it is {0}", i); } } }
'''


@test
def nobody_reads_a_quiet_run_so_it_is_not_shrunk(t):
    """Shrinking lowers the choice to 4, so the message tells whether it took place."""
    t.write('a.p', HIGH)

    def message(seed, *more):
        return t.check('-q', 'a.p', '--engine=sample', f'--seed={seed}', *more).expect(1, err='').out.split(': ')[-1]

    seed = next(s for s in range(1, 50) if message(s, '--no-shrink') != 'it is 4\n')
    check(message(seed) == message(seed, '--no-shrink'), 'it was shrunk')
    for report in '--json=out.json', '--junit=out.xml', '--sarif=out.sarif', '--html=out.html':
        check(message(seed, report) == 'it is 4\n', report)
        check(message(seed, report, '--no-shrink') != 'it is 4\n', report)
    t.check('a.p', '--engine=sample', f'--seed={seed}').expect(1).has('it is 4')


@test
def a_shortest_run_is_put_in_order(t):
    """... but no step is taken from it, so that a long one takes no time: see test_shrink."""
    t.write('a.p', HIGH)
    t.check('a.p', '--engine=explicit').expect(1).has('it is 4')


# ---- The proof dialect ----

CLAIMS = '''event eA;
machine Main {
  var x: int;
  start state S { entry { x = 1; send this, eA; } on eA do { var i: int; x = x + 1; foreach (i in default(set[int])) LOOP { } } }
}
'''
PROOFS = '''invariant one: forall (m: Main) :: m.x >= 0;
Lemma two { invariant three: true; }
axiom 1 < 2;
init-condition forall (m: Main) :: m.x == 0;
Proof { prove one; prove two using one; }
'''
ALL_UNCHECKED = '2 invariants, 1 axiom, 1 init-condition, 2 prove commands, 1 contract and 1 loop invariant were not looked at'
CLAIMED = 'spec Sees observes eA { start state S { ignore eA; } }\ntest t [main=Main]: assert Sees in { Main };\n'


def unchecked(t):
    return [(x['verdict'], {k: n for k, n in x.get('unchecked', {}).items() if n > 0}) for x in t.json('out.json')['results']]


@cases(('invariant', 'invariant i: true;', '1 invariant was not looked at', {'invariants': 1}),
       ('axiom', 'axiom 1 < 2; axiom true;', '2 axioms were not looked at', {'axioms': 2}),
       ('init', 'init-condition true;', '1 init-condition was not looked at', {'init_conditions': 1}),
       ('proof', 'invariant i: true; Proof { prove i; }', '1 invariant and 1 prove command were not looked at', {'invariants': 1, 'prove_commands': 1}))
def proofs_are_not_skipped_silently(t, proofs, words, counts):
    text = CLAIMS.replace('LOOP', '') + proofs + '\n'
    t.write('a.p', text + CLAIMED)
    for engine in 'explicit', 'reduced', 'sets', 'sample', 'dpor':
        r = t.check('-Woff', 'a.p', f'--engine={engine}', '--json=out.json').expect(0)
        check(r.out.splitlines()[0].endswith(f'; {words}'), r)
        check(unchecked(t) == [('sampled' if engine == 'sample' else 'exhausted', counts)], unchecked(t))
    t.check('-q', '-Woff', 'a.p').expect(0, '', '')
    t.check('-Woff', 'a.p', '--max-states=1').expect(3).matches(f'.*: unknown: the state limit was reached.*; {words}\n' + REASONS_AND_LIMIT)
    t.write('a.p', text.replace('x = x + 1;', 'assert false;') + CLAIMED)
    r = t.check('-Woff', 'a.p', '--json=out.json').expect(1, err='')
    check(re.match(rf't: violated: assertion failed at a.p:4\n    found in .*, \d+\.\d+ s; {words}\n', r.out), r)
    check(unchecked(t) == [('violated', counts)], unchecked(t))


@test
def proofs_of_all_kinds(t):
    contract = 'fun F(n: int) requires n > 0; ensures n > 0;\n'
    t.write('a.p', CLAIMS.replace('LOOP', 'invariant true;') + PROOFS + contract + CLAIMED)
    t.library(c_function('F', 'return args[0];'))
    r = t.check('-Woff', 'a.p', '--foreign=f.so', '--json=out.json', '--junit=out.xml')
    r.expect(0).has(ALL_UNCHECKED)
    check(unchecked(t)[0][1] == {'invariants': 2, 'axioms': 1, 'init_conditions': 1, 'prove_commands': 2, 'contracts': 1, 'loop_invariants': 1}, r)
    check(ALL_UNCHECKED in t.json('out.json')['results'][0]['notices'], 'no notice')
    with open(t.path('out.xml')) as f:
        check(ALL_UNCHECKED in f.read(), 'JUnit does not say it')
    t.write('a.p', CLAIMS.replace('LOOP', '') + 'pure one(): int = 1;\n' + CLAIMED)
    t.check('-Woff', 'a.p').expect(0).lacks('looked at')


@cases(('default', ''), ('test', 'test t [main=Main]: { Main };\n'),
       ('scenario', 'scenario Sees observes eA { start state S { on eA goto T; } cold state T { } }\ntest t [main=Main]: assert Sees in { Main };\n'))
def nothing_is_claimed_but_proofs(t, test_text):
    text = CLAIMS.replace('LOOP', '') + test_text
    t.write('a.p', text)
    t.check('-Woff', 'a.p').expect(0)
    t.write('a.p', text + 'invariant i: forall (m: Main) :: m.x >= 0;\n')
    for options in [], ['--engine=sample'], ['-q']:
        r = t.check('-Woff', 'a.p', *options, '--json=out.json', '--junit=out.xml').expect(3, err='')
        check(re.match(r'\w+: unknown: 1 invariant was not looked at, and nothing else is claimed; no violation in ', r.out), r)
        check(unchecked(t) == [('unknown', {'invariants': 1})], r)
        check(t.json('out.json')['results'][0]['reason'] == 'no engine looks at proof declarations, and nothing else is claimed', r)
    t.check('-q', '-Woff', 'a.p', '--strict-quiescence').expect(0, '', '')
    t.write('b.p', 'fun Unused() { assert true; }\n')
    t.check('-q', '-Woff', 'a.p', 'b.p').expect(3)
    t.write('b.p', 'machine Other { start state S { entry { assert true; } } }\n')  # the default test has it
    t.check('-q', '-Woff', 'a.p', 'b.p').expect(3 if test_text else 0)
    t.write('a.p', text + 'invariant tt: true;\n')  # claims nothing, but allows `assume`
    t.check('-Woff', 'a.p').expect(0).has('; 1 invariant was not looked at')
    for more in 'axiom 1 < 2;', 'init-condition true;', 'Proof { prove tt; }':
        t.write('a.p', text + 'invariant tt: true;\n' + more)
        t.check('-Woff', 'a.p').expect(3).has('nothing else is claimed')


@test
def proofs_without_a_test(t):
    t.write('a.p', CLAIMS.replace('LOOP', '').replace('Main', 'Other') + 'invariant i: true;\n')
    words = 'nothing was checked: 1 invariant was not looked at, and the model has no test and no machine named Main'
    hint = "write a test for Synod to check; proofs are for P's own PVerifier (p compile)"
    reason = {'kind': 'warning', 'text': words, 'file': None, 'line': None, 'column': None, 'code': 'only-proofs',
              'details': [{'kind': 'hint', 'text': hint, 'file': None, 'line': None, 'column': None}]}
    words += f'\n  = hint: {hint}\n'
    for options in [], ['-q']:
        t.check('-Woff', 'a.p', *options, '--json=out.json', '--sarif=out.sarif').expect(3, words, '')
        check(t.json('out.json')['results'] == [], 'results')
        check(t.json('out.json')['messages'] == [reason], 'messages')
        check(t.json('out.sarif')['runs'][0]['results'][0]['ruleId'] == 'only-proofs', 'SARIF')
        r = t.check('-Woff', 'a.p', *options, '--json', '-').expect(3, err=words)
        check(json.loads(r.out)['messages'] == [reason], r)
    t.check('-Woff', 'a.p', '-t', 'Zebra').expect(2, '').has("there is no test named 'Zebra'")
    t.check('-Woff', 'a.p', '--list-tests').expect(0, '', '')
    t.check('-Woff', 'a.p', '--json=no/out.json').expect(2, words)
    t.write('a.p', CLAIMS.replace('LOOP', '').replace('Main', 'Other'))
    t.check('-Woff', 'a.p').expect(2, '').has('the model has no test, and no machine named Main')


# ---- --fail-fast ----

@cases(('all', [], ['tFine', 'tWrong'], ['tEndless', 'tGood', 'tBad']), ('from-a-pattern', ['-t', 't[GB]*'], ['tGood', 'tBad'], []),
       ('of-one', ['-t', 'tBad'], ['tBad'], []))
def fail_fast(t, options, done, left_out):
    t.write('a.p', OUTCOMES)
    t.check('a.p', '-t', 'tGood', '--fail-fast').expect(0).lacks('not checked')
    r = t.check('a.p', *options, '--fail-fast', '--max-states=20', '--json=out.json', '--junit=out.xml', '--no-shrink').expect(1, err='')
    check(re.findall(r'^(\w+): (?:holds|violated|unknown)', r.out, re.M) == done, r)
    n = len(left_out)
    check(f'--fail-fast: {n} tests not checked: {", ".join(left_out)}\n' in r.out if n else 'not checked' not in r.out, r)
    found = {x['test']: x for x in t.json('out.json')['results']}
    check(list(found) == done + left_out and all(found[x]['reason'] == 'not checked' for x in left_out), f'{found}')
    check('--fail-fast' not in found[done[-1]]['command'], 'the command of one test has it')
    t.check('-q', 'a.p', *options, '--fail-fast', '--max-states=20').expect(1, err='').lacks('not checked')


@test
def fail_fast_ends_a_budget(t):
    """A test that has used up its share of the time does not get more after a violation."""
    t.write('a.p', OUTCOMES)
    r = t.check('a.p', '-t', 't[EB]*', '--fail-fast', '--budget=2s', '--engine=explicit', '--progress=off').expect(1, err='')
    check(re.findall(r'^(\w+): (\w+)', r.out, re.M)[:2] == [('tBad', 'violated'), ('tEndless', 'unknown')], r)
    check(len(re.findall('^tEndless:', r.out, re.M)) == 1, r)


@cases(('unknown', 'Zebra', ''), ('typo', 'tPlian', "; did you mean 'tPlain'?"),
       ('case', 'tplain', "; did you mean 'tPlain'?"), ('prefix', 'tPl', ''),
       ('part-of-run', 'tAll___', ''), ('underscores', 'tAll__', "; did you mean 'tAll'?"), ('empty', '', ''),
       ('typo-in-run', 'tAllMore___n_4', "; did you mean 'tAllMore___n_2'?"),
       ('typo-in-name-of-runs', 'tAllMoer', "; did you mean 'tAllMore'?"))
def unknown_test(t, name, hint):
    t.write('a.p', PARAMS)
    t.check('-Woff', 'a.p', '-t', name, '--json=out.json').expect(
        2, '', f"synod: error: there is no test named '{name}'{hint or '; the tests are: tPlain tAll tAllMore'}\n")
    check(not os.path.exists(t.path('out.json')), 'results without a test')


@test
def list_tests(t):
    t.write('a.p', PARAMS)
    t.check('--list-tests', 'a.p').expect(0, ''.join(x + '\n' for x in NAMES), '')
    t.write('b.p', COUNT)
    t.check('--list-tests', 'b.p').expect(0, 'DefaultImpl\n', '')
    t.write('c.p', 'event e;\n')
    t.check('--list-tests', '-Woff', 'c.p').expect(0, '', '')
    t.write('d.p', 'event e\n')
    t.check('--list-tests', 'd.p').expect(2, '')


@test
def no_test(t):
    t.write('a.p', 'machine Server { start state S { } }\n')
    why = ': the model has no test, and no machine named Main\n'
    t.check('-Woff', 'a.p').expect(2, '', 'synod: error: a.p' + why)
    t.check('-Woff', '-q', 'a.p').expect(2, '', 'synod: error: a.p' + why)
    t.run('explore', '-Woff', 'a.p').expect(2, '', 'synod: error: a.p' + why)
    t.write('b.p', 'event e;\n')
    t.check('-Woff', 'a.p', 'b.p').expect(2, '', 'synod: error: a.p and 1 other file' + why)
    t.project('Library.pproj', '<PFile>a.p</PFile>')
    t.check('-Woff', 'Library.pproj').expect(
        2, '', 'synod: error: Library.pproj: this project has no test, and no machine named Main; '
               'it may be meant to be included by another project\n')
    for name, text in ('m/empty.p', ''), ('m/comment.p', '// nothing\n'), ('m/event.p', 'event e;\n'):
        t.write(name, text)
        t.check('-Woff', name).expect(2, '', f'synod: error: {name}{why}')
    t.check('-Woff', 'm').expect(2, '', f'synod: error: m/comment.p and 2 other files{why}')
    t.check('-Woff', 'a.p', '-t', 'DefaultImpl').expect(2, '').has('there is no test')


@test
def implementation_without_main(t):
    t.write('a.p', 'machine A { start state S { } }\nimplementation iNone: { A };\n'
            'implementation iOne [main=A]: { A };\n')
    r = t.check('a.p', '--json=out.json').expect(0, err='')
    r.has('iNone: skipped: the test has no main machine\n', 'iOne: holds: ')
    check([(x['test'], x['verdict'], x['reason']) for x in t.json('out.json')['results']] == [
        ('iNone', 'skipped', 'the test has no main machine'), ('iOne', 'exhausted', None)], r)


# ---- Search ----



@test
def search_order(t):
    t.write('short.p', PATHS)
    t.write('other.p', PATHS.replace('if ($)', 'if (!$)'))
    lengths = {}
    for search in 'bfs', 'dfs':
        for name in 'short.p', 'other.p':
            x = t.result(name, f'--search={search}', '--no-shrink', code=1)
            check(x['violation']['message'] == 'nine', f'{x["violation"]}')
            lengths[search, name] = len(x['trace']['steps'])
    check(lengths['bfs', 'short.p'] == lengths['bfs', 'other.p'] == 2, f'{lengths}')
    check(max(lengths['dfs', 'short.p'], lengths['dfs', 'other.p']) > 2, f'{lengths}')


@test
def search_finds_the_same_states(t):
    t.write('a.p', RACE_HOLDS)
    bfs, dfs = (t.result('a.p', f'--search={x}', code=0) for x in ('bfs', 'dfs'))
    for key in 'states', 'transitions', 'terminal':
        check(bfs[key] == dfs[key] > 1, f'{key}: {bfs[key]} and {dfs[key]}')
    check(bfs['depth'] <= dfs['depth'], f'{bfs["depth"]} and {dfs["depth"]}')


# ---- Networks ----

# Two senders, two receivers: each receiver first gets what its sender sent second.
CROSS = '''event eX: int;
event eFirst: int;
machine Main {
  var sum: int;
  start state S {
    entry {
      var c: machine; var d: machine;
      c = new Sink(this); d = new Sink(this);
      new Src((c, d)); new Src((d, c));
    }
    on eFirst do (n: int) { sum = sum + n; assert sum < 4; }
  }
}
machine Src { start state S { entry (p: (machine, machine)) { send p.0, eX, 1; send p.1, eX, 2; } } }
machine Sink {
  var up: machine;
  start state S {
    entry (m: machine) { up = m; }
    on eX do (n: int) { send up, eFirst, n; goto Done; }
  }
  state Done { ignore eX; }
}
'''


@cases(('fifo', FIFO, {'bag'}), ('relay', RELAY, {'p2p', 'bag'}),
       ('cross', CROSS, {'p2p', 'causal', 'bag'}))
def networks(t, model, violated):
    t.write('a.p', model)
    for network in 'mbox', 'p2p', 'causal', 'bag':
        r = t.check('-Woff', '-q', 'a.p', f'--network={network}')
        check(r.code == (network in violated), r)
    t.check('-Woff', '-q', 'a.p').expect(0, '', '')


@cases(('network', '--network', 'mbox|p2p|causal|bag'), ('search', '--search', 'bfs|dfs'),
       ('engine', '--engine', 'auto|explicit|reduced|asi|sets|sample|dpor|sequential'), ('strategy', '--strategy', 'portfolio|random|pct|pos|feedback|rl'))
def choices(t, option, words):
    t.write('a.p', PING)
    t.check('a.p', f'{option}=xyz').complaint(f"option '{option}' takes {words}, not 'xyz'")
    for word in words.removesuffix('|sequential').split('|'):  # that one: sequential.py
        t.check('-q', 'a.p', f'{option}={word}').expect(0, '', '')


@cases(('memory', '--max-memory', 0, 100000000),
       ('states', '--max-states', 0, 1000000000000), ('depth', '--max-depth', 0, 4000000000),
       ('schedules', '--schedules', 1, 10**12), ('seed', '--seed', 0, 2**64 - 1),
       ('steps', '--max-steps', 1, 10**9), ('pct', '--pct-depth', 1, 1000),
       ('threads', '--threads', 0, 1024), ('narrow', '--narrow', 2, 10000))
def ranges(t, option, low, high):
    t.write('a.p', PING)
    for wrong in str(high + 1), str(low - 1), 'x', '', '1.5', '1k':
        t.check('a.p', f'{option}={wrong}').complaint(
            f"option '{option}' needs a number from {low} to {high}, not '{wrong}'")
    for right in {low, high} - {10**12}:
        t.check('-q', 'a.p', f'{option}={right}').expect(0, '', '')


@test
def times(t):
    """In seconds, or as for --budget; the command of a result has seconds."""
    t.write('a.p', PING)
    for wrong in '100000001', '27778h', '-1', 'x', '', '1.5', '1k', '1m30', '30s1m', '1h1h', '5 s', f'{2 ** 64}', f'{2 ** 63}m':
        t.check('a.p', f'--max-time={wrong}').complaint(
            "option '--max-time' needs a time such as 90, 90s, 5m or 1h30m, from 0 to 100000000 seconds, "
            f"not '{wrong}'")
    for right, seconds in ('100000000', 100000000), ('5s', 5), ('1m30s', 90), ('2h', 7200), ('1h30m', 5400), ('007', 7):
        x = t.result('a.p', f'--max-time={right}', code=0)
        check(f' --max-time={seconds} ' in x['command'], x['command'])
    t.check('-q', 'a.p', '--max-time=0s', '--shrink-time=1m').expect(0, '', '')


# ---- Faults ----

FAULT_FORM = "expected crash=N, loss=N or dup=N, each optionally followed by :NAME..., found '{}'"


@cases(
    ('word', 'boom=1', FAULT_FORM.format('boom')),
    ('no-number', 'crash', FAULT_FORM.format('crash')),
    ('second', 'crash=1,drop=1', FAULT_FORM.format('drop')),
    ('case', 'Crash=1', FAULT_FORM.format('Crash')),
    ('nothing', '=1', FAULT_FORM.format('')),
    ('empty-number', 'crash=', 'crash needs a number from 0 to 255'),
    ('letters', 'loss=many', 'loss needs a number from 0 to 255'),
    ('rest', 'dup=1x', 'dup needs a number from 0 to 255'),
    ('negative', 'crash=-1', 'crash needs a number from 0 to 255'),
    ('sign', 'crash=+1', 'crash needs a number from 0 to 255'),
    ('blank', 'crash= 1', 'crash needs a number from 0 to 255'),
    ('256', 'crash=256', 'crash needs a number from 0 to 255'),
    ('2^32', 'loss=4294967296', 'loss needs a number from 0 to 255'),
    ('2^64', 'dup=18446744073709551617', 'dup needs a number from 0 to 255'),
    ('only-name', 'crash=:Server', 'crash needs a number from 0 to 255'),
    ('machine', 'crash=1:Zebra', "there is no machine named 'Zebra'"),
    ('machine-typo', 'crash=1:Main:Servr',
     "there is no machine named 'Servr'; did you mean 'Server'?"),
    ('spec', 'crash=1:Watch', "there is no machine named 'Watch'"),
    ('event-as-machine', 'crash=1:ePing', "there is no machine named 'ePing'"),
    ('event', 'loss=1:eZebra', "there is no event named 'eZebra'"),
    ('event-typo', 'dup=2:ePnig', "there is no event named 'ePnig'; did you mean 'ePing'?"),
    ('null', 'loss=1:null', "there is no event named 'null'"),
    ('machine-as-event', 'loss=1:Server', "there is no event named 'Server'"),
    ('later', 'crash=1:Server,loss=1:ePing,dup=1:ePonk',
     "there is no event named 'ePonk'; did you mean 'ePong'?"),
)
def wrong_faults(t, text, why):
    t.write('a.p', PING + 'spec Watch observes ePing { start state S { ignore ePing; } }\n')
    t.check('a.p', f'--faults={text}', '--json=out.json').expect(
        2, '', f'synod: error: --faults: {why}\n')
    check(not os.path.exists(t.path('out.json')), 'results in spite of it')


@test
def faults_need_a_value(t):
    t.write('a.p', PING)
    t.check('a.p', '--faults').complaint("option '--faults' needs a value (LIST)")


DEADLOCK = 'deadlock at a.p:9'


@cases(('nothing', '', None), ('zero', 'crash=0,loss=0,dup=0', None), ('crash', 'crash=1', DEADLOCK),
       ('crash-server', 'crash=1:Server', DEADLOCK), ('crash-main', 'crash=1:Main', None),
       ('crash-most', 'crash=255:Main', None), ('crash-both', 'crash=1:Main:Server', DEADLOCK),
       ('loss', 'loss=1', DEADLOCK), ('loss-ping', 'loss=1:ePing', DEADLOCK),
       ('loss-pong', 'loss=1:ePong', DEADLOCK), ('loss-halt', 'loss=3:halt', None),
       ('dup', 'dup=1', 'unhandled event at a.p:4'),
       ('dup-ping', 'dup=1:ePing', 'unhandled event at a.p:4'), ('dup-halt', 'dup=9:halt', None),
       ('several', 'crash=1:Main,loss=1:halt,dup=2:halt', None),
       ('last', 'crash=1:Main,loss=1:ePong', DEADLOCK))
def faults(t, text, violated):
    t.write('a.p', PING)
    r = t.check('a.p', f'--faults={text}')
    if violated is None:
        r.expect(0).matches('DefaultImpl: ' + HOLDS)
    else:
        r.expect(1).has(f'DefaultImpl: violated: {violated}')


@test
def faults_are_counted(t):
    t.write('a.p', PONGS.replace('MOST', '0'))
    t.write('b.p', PONGS.replace('got < 3, "one too many"', 'true').replace('MOST', '4'))
    t.check('a.p', '-q').expect(0, '', '')
    t.check('a.p', '--faults=dup=1').expect(1).has('one too many', ', and a duplicate is still in flight')
    t.check('b.p', '-q', '--faults=dup=1').expect(0, '', '')
    t.check('b.p', '-q', '--faults=dup=2').expect(1).has('most')
    t.check('b.p', '-q', '--faults=dup=1:ePing,dup=2:ePong').expect(2, '').has('dup is given twice')
    t.check('b.p', '-q', '--faults=dup=1:').expect(2, '').has("no event named ''")


@cases(('all', 'crash=1', 'crash=1'), ('one', 'crash=1:Main', 'crash=1 of Main'),
       ('two', 'crash=1:A:Main', 'crash=1 of Main, A'), ('three', 'loss=2:eC:eA:eB', 'loss=2 of eA, eB, eC'),
       ('four', 'loss=2:eC:eA:eB:eD', 'loss=2 of eA, eB, eC and 1 more'),
       ('more', 'crash=1:A:B:C:D:E:F:Main', 'crash=1 of Main, A, B and 4 more'),
       ('both', 'crash=1:A:B,loss=1:eA,dup=3', 'crash=1 of A, B; loss=1 of eA; dup=3'),
       ('none', 'crash=0:A,dup=3', 'dup=3'))
def faults_in_the_verdict(t, text, said):
    t.write('a.p', ''.join(f'event e{x}; ' for x in 'ABCD') + 'machine Main { start state S { } }\n' +
            ''.join(f'machine {x} {{ start state S {{ }} }}\n' for x in 'ABCDEF'))
    t.check('-Woff', 'a.p', f'--faults={text}').expect(0).has(f' s ({said})\n')
    t.check('-Woff', 'a.p', f'--faults={text}', '--network=bag', '--no-deadlock', '--strict-quiescence').expect(0).has(
        f' s (network bag, {said}{"; " if said[-1].isalpha() or "more" in said else ", "}deadlocks allowed, '
        'strict quiescence)\n')


@test
def faults_in_the_trace(t):
    t.write('a.p', PING)
    t.check('a.p', '--faults=crash=1').expect(1).has('  Server(1.1) crashes\n')
    t.check('a.p', '--faults=loss=1:ePing').expect(1).has(
        '  Main(1) -> Server(1.1) ePing(Main(1)) is lost\n')
    moves = [x['move'] for x in t.result('a.p', '--faults=crash=1', code=1)['trace']['steps']]
    check(moves.count('crash') == 1, f'{moves}')


LEFT = '''event e;
machine Main { start state S { entry { send this, e; } defer e; } }
'''


@test
def strict_quiescence(t):
    t.write('a.p', LEFT)
    t.check('-q', 'a.p').expect(0, '', '')
    r = t.check('a.p', '--strict-quiescence').expect(1, err='')
    check(r.out.startswith('DefaultImpl: violated: messages left at the end at a.p:2: '), r)
    x = t.result('a.p', '--strict-quiescence', code=1)
    check(x['violation']['kind'] == 'quiescence' and x['trace']['strict_quiescence'] is True, f'{x}')
    t.replay('-q', 'result.json').expect(
        1, 'DefaultImpl: violated again: messages left at the end\n', '')
    t.write('b.p', PING)
    t.check('-q', 'b.p', '--strict-quiescence').expect(0, '', '')


# ---- Limits ----

def limited(t, option, *options):
    """A check that comes to its limit; one of a second not much later than that."""
    r = t.check('a.p', option, '--progress=off', '--json=out.json', *options)
    return r.within(20 if 'time' in option else harness.LIMIT).expect(3, err='')


@cases(('states', '--max-states=5000', 'the state limit was reached'),
       ('memory', '--max-memory=60', 'the memory limit was reached'),
       ('time', '--max-time=1', 'the time limit was reached'))
def limits(t, option, reason):
    t.write('a.p', COUNT)
    for search in 'bfs', 'dfs':
        r = limited(t, option, '--engine=explicit', f'--search={search}').matches('DefaultImpl: ' + unknown(reason) + REASONS)
        x = t.json('out.json')['results'][0]
        check((x['verdict'], x['reason']) == ('unknown', reason), f'{x}')
        check(x['states'] == number(r.out, 'states') > 100, f'{x}')


@test
def limits_that_are_just_enough(t):
    t.write('a.p', RACE_HOLDS)
    x = t.result('a.p', code=0)
    for option, most in ('--max-states', x['states'] + 1), ('--max-depth', x['depth']):
        t.check('-q', '-Woff', 'a.p', f'{option}={most}').expect(0, '', '')
    t.check('-q', '-Woff', 'a.p', f'--max-states={x["states"] - 1}').expect(3, err='').has('unknown: ')
    t.check('-Woff', 'a.p', f'--max-depth={x["depth"] - 2}').expect(0).has(f'holds within {x["depth"] - 2} steps: ')
    t.check('-q', '-Woff', 'a.p', f'--max-depth={x["depth"] - 2}', '--search=dfs').expect(3, err='').has(
        'unknown: the depth limit was reached ')
    t.check('-q', '-Woff', 'a.p', '--max-time=0', '--max-memory=0', '--max-states=0',
            '--max-depth=0').expect(0, '', '')


@test
def what_is_found_before_a_limit_counts(t):
    t.write('a.p', RACE_FAILS)
    x = t.result('a.p', code=1)
    depth = len(x['trace']['steps'])
    check(t.result('a.p', f'--max-depth={depth}', code=1)['verdict'] == 'violated', 'too early')
    check(t.result('a.p', f'--max-depth={depth - 2}', code=0)['verdict'] == 'within', 'too late')
    t.write('b.p', LASSO.replace(
        'goto Even; } }', 'if ($) { new Other(); } else { goto Even; } } ignore eTick; }', 1).replace(
            '{ Main }', '{ Main, Other }') + COUNT.replace('Main', 'Other'))
    t.check('-q', '-Woff', 'b.p', '--max-states=2000').expect(1).has('violated: liveness')


@cases(('time', 'explicit', '--max-time=1', 'the time limit was reached'),
       ('memory', 'explicit', '--max-memory=100', 'the memory limit was reached'),
       ('states', 'explicit', '--max-states=1000', 'one step has too many outcomes'),
       ('time-auto', 'auto', '--max-time=2', 'one step has too many outcomes'),
       ('states-auto', 'auto', '--max-states=1000', 'one step has too many outcomes'))
def limits_within_one_step(t, engine, option, reason):
    """What auto does about memory depends on how fast each engine fills it."""
    t.write('a.p', CHOOSE)
    r = limited(t, option, f'--engine={engine}').has(f'DefaultImpl: unknown: {reason} after ')
    check(engine == 'auto' or re.fullmatch('DefaultImpl: ' + unknown(reason) + REASONS, r.out), r)


@test
def the_memory_limit_of_sampling(t):
    t.write('a.p', COUNT)
    reason = 'the memory limit was reached'
    limited(t, '--max-memory=20', '--engine=sample', '--schedules=1000000000', '--max-steps=1000000000').has(
        f'unknown: {reason} after ')
    x = t.json('out.json')['results'][0]
    check((x['verdict'], x['reason'], x['engine']) == ('unknown', reason, 'sample'), f'{x}')


@cases(('time', '--max-time=1'), ('budget', '--budget=1s'))
def sampling_uses_the_time_that_it_has(t, option):
    t.write('a.p', COUNT)
    x = t.result('a.p', option, '--engine=sample', code=0)
    check((x['verdict'], x['reason'], x['options']['schedules']) == ('sampled', None, 0), f'{x}')
    check(x['seconds'] >= 0.9, f'{x["seconds"]} s')
    x = t.result('a.p', option, '--engine=sample', '--schedules=2', code=0)
    check((x['verdict'], x['schedules']) == ('sampled', 2), f'{x}')


# ---- Signals ----

# Seconds within which all is put away, on a busy machine too; without the signal it takes minutes, or has no end.
SOON = 10


def when_under_way(t, *args):
    """Starts a check; returns when it has shown the first line about its progress."""
    child = t.start('check', '-Woff', '--engine=explicit', '--progress', *args, bufsize=0)
    line = child.stderr.readline()
    while line.startswith(b'synod: '):  # auto may have changed the engine before
        line = child.stderr.readline()
    if b' state' not in line and b' schedule' not in line:
        t.finish(child).fail(f'no progress: {line!r}')
    return child


def interrupted(t, child, which):
    child.send_signal(which)
    begin = time.monotonic()
    r = t.finish(child)
    check(time.monotonic() - begin < SOON, r)
    return r.expect(3).has(': unknown: the check was interrupted after ', '; no violation so far\n')


@cases(('int', signal.SIGINT, []), ('term', signal.SIGTERM, []),
       ('dfs', signal.SIGINT, ['--search=dfs']),
       ('sample', signal.SIGINT, ['--engine=sample', '--schedules=1000000000', '-j2']))
def interrupt(t, which, options):
    t.write('a.p', COUNT)
    r = interrupted(t, when_under_way(t, 'a.p', '--json=out.json', *options), which)
    x = t.json('out.json')['results'][0]
    check(x['transitions'] > 0 and r.out.count('\n') == 1, r)
    check((x['verdict'], x['reason']) == ('unknown', 'the check was interrupted'), f'{x}')


@cases(('explicit', 'explicit'), ('reduced', 'reduced'))
def interrupt_within_one_step(t, engine):
    t.write('a.p', CHOOSE)
    interrupted(t, when_under_way(t, 'a.p', f'--engine={engine}'), signal.SIGINT)


@cases(('after-violated', 'tWrong', 1), ('after-holds', 'tFine', 3))
def interrupt_ends_all_tests(t, first, code):
    t.write('a.p', only_tests([first, 'tEndless', 'tGood', 'tBad']))
    child = when_under_way(t, 'a.p', '--json=out.json')
    child.send_signal(signal.SIGINT)
    r = t.finish(child).expect(code).has('tEndless: unknown: the check was interrupted', 'tGood: not checked\ntBad: not checked\n')
    results = t.json('out.json')['results']
    check([x['test'] for x in results] == [first, 'tEndless', 'tGood', 'tBad'], r)
    check([x['reason'] for x in results[2:]] == ['not checked'] * 2, f'{results[2:]}')


@cases(('int', signal.SIGINT), ('term', signal.SIGTERM))
def interrupt_twice(t, which):
    t.library(SLEEPER)
    t.write('a.p', SLEEPS)
    child = t.start('check', 'a.p', '--foreign=f.so')
    t.wait_for_file('asleep', child)
    child.send_signal(which)
    t.wait_for_file('woken', child)  # it has not ended at the first signal, in the middle of a step
    child.send_signal(which)
    t.finish(child, limit=30, codes=(-which,))  # before the function returns


# ---- Memory ----

NO_MEMORY = (r'unknown: the system has no memory left after [1-9][\d,]* states?, [\d,]+ transitions?, '
             r'depth [\d,]+.*; no violation so far\n')


@cases(('explicit', ['--engine=explicit']), ('dfs', ['--search=dfs']),
       ('sample', ['--engine=sample', '--max-steps=100000000', '-j2']))
def no_memory(t, options):
    t.write('a.p', COUNT)
    # How far each thread of a sampling got is known only at its end.
    wanted = r'unknown: the system has no memory left\n' if '-j2' in options else NO_MEMORY
    t.check('a.p', *options, '--progress=off', before=need_little_memory(t)).expect(3, err='').matches(
        'DefaultImpl: ' + wanted)


@test
def no_memory_within_one_step(t):
    t.write('a.p', CHOOSE)
    t.check('a.p', '--engine=explicit', '--progress=off', before=need_little_memory(t)).expect(3, err='').matches(
        'DefaultImpl: ' + NO_MEMORY.replace('[1-9]', r'\d'))


@test
def no_memory_after_a_violation(t):
    t.write('a.p', OUTCOMES)
    r = t.check('-q', 'a.p', '--engine=explicit', '--json=out.json', before=need_little_memory(t))
    r.has('tWrong: violated: ', 'tEndless: unknown: the system has no memory left')
    r.expect(1)  # violated comes before unknown


@test
def no_memory_still_writes_the_results(t):
    t.write('a.p', OUTCOMES)
    t.check('-q', 'a.p', '--engine=explicit', '--json=out.json', before=need_little_memory(t))
    check(os.path.exists(t.path('out.json')), 'no file, although two tests were through')
    found = [(x['test'], x['verdict']) for x in t.json('out.json')['results']]
    check(found[:2] == [('tFine', 'exhausted'), ('tWrong', 'violated')], f'{found}')


@test
def no_memory_to_read_the_model(t):
    t.write('a.p', PING + ''.join(f'event e{i}: (a: int, b{i}: seq[string]);\n'
                                  for i in range(300_000)))
    r = t.check('-Woff', 'a.p', before=need_little_memory(t))
    check(r.code == 4 and r.err.startswith('synod: out of memory'), r)


# ---- Silence ----

@test
def quiet(t):
    t.write('a.p', OUTCOMES)
    t.check('-q', 'a.p', '-t', 'tFine').expect(0, '', '')
    t.check('-q', 'a.p', '-t', 'tWrong').expect(
        1, 'tWrong: violated: assertion failed at a.p:2: always\n', '')
    t.check('-q', 'a.p', '-t', 'tFine', '--engine=sample').expect(0, '', '')
    r = t.check('-q', 'a.p', '--max-states=20').expect(1, err='')
    check([x.split(':')[0] for x in r.out.splitlines()] == ['tWrong', 'tEndless', 'tBad'], r)
    t.write('b.p', PING + 'event eUnused;\n')
    t.check('-q', 'b.p').expect(0, '', '')


@test
def a_verdict_is_one_line(t):
    t.write('a.p', START + r'assert false, "one\ntwo \u001b[31m \"x\"";' + END)
    r = t.check('-q', 'a.p').expect(1, err='')
    check(r.out.count('\n') == 1 and '\033' not in r.out, r)
    r.has('violated: assertion failed at a.p:1: one')
    r = t.check('a.p').expect(1).lacks('\033')
    check(len(r.out.splitlines()) == 4, r)


@test
def full_disk(t):
    if not os.path.exists('/dev/full'):
        raise Skip('no /dev/full')
    t.write('a.p', OUTCOMES)
    with open('/dev/full', 'w') as full:
        for name, code in ('tFine', 2), ('tWrong', 1):
            t.check('a.p', '-t', name, stdout=full).expect(
                code, err='synod: cannot write the output: No space left on device\n')
        t.check('-q', 'a.p', '-t', 'tFine', stdout=full).expect(0)


# ---- Sampling ----

STRATEGIES = ('portfolio', 'random', 'pct', 'pos', 'feedback', 'rl')


@cases(*((x, x) for x in STRATEGIES))
def strategies(t, strategy):
    t.write('a.p', RACE_HOLDS)
    t.write('b.p', RACE_FAILS)
    options = ['-Woff', '--engine=sample', f'--strategy={strategy}', '--network=p2p']
    r = t.check('a.p', *options, '--schedules=300').expect(0, err='').matches('DefaultImpl: ' + SAMPLED)
    check(50 < number(r.out, 'different behaviours') <= 300, r)
    r = t.check('b.p', *options, '--schedules=3000', '--json=out.json').expect(1, err='')
    check(r.out.startswith('DefaultImpl: violated: assertion failed at b.p:11: n is 17\n'), r)
    x = t.json('out.json')['results'][0]
    check(x['engine'] == 'sample' and 0 < x['schedules'] <= 3000, f'{x["schedules"]} schedules')
    t.replay('-q', '-Woff', 'out.json').expect(1, AGAIN, '')


@test
def strategies_differ(t):
    t.write('a.p', RACE_HOLDS)
    options = ['-Woff', 'a.p', '--engine=sample', '--schedules=200', '--network=p2p', '-j1']
    ways = [[f'--strategy={x}'] for x in STRATEGIES] + [['--strategy=pct', '--pct-depth=1'],
                                                        ['--strategy=pct', '--pct-depth=9']]

    def runs(*how):  # of some seeds, since numbers of behaviours may be equal by chance
        return [without_times(t.check(*options, *how, f'--seed={seed}').expect(0).out) for seed in (1, 2, 3)]
    found = [runs(*x) for x in ways]
    check(len({tuple(x) for x in found}) == len(ways), f'{found}')
    check(runs() == found[0], 'the default is not portfolio')
    check(runs('--strategy=pct', '--pct-depth=3') == found[STRATEGIES.index('pct')],
          'the default of --pct-depth is not 3')


@cases(*((f'{s}-{n}', s, n) for s in STRATEGIES for n in ('mbox', 'bag')))
def the_same_seed_gives_the_same_runs(t, strategy, network):
    t.write('a.p', RACE_HOLDS)
    t.write('b.p', RACE_FAILS)
    options = ['-Woff', '--engine=sample', f'--strategy={strategy}', f'--network={network}',
               '--schedules=200']
    for model, code in ('a.p', 0), ('b.p', None):
        found = {}
        for threads in '-j1', '-j1', '-j2', '-j2', '-j3':
            r = t.check(model, *options, '--seed=7', threads)
            check(r.code == code or (code is None and r.code in (0, 1)), r)
            # How much more was looked at when the violation was found does depend on them.
            text = re.sub(r'^    found in .*\n', '', without_times(r.out), flags=re.M)
            found.setdefault(text, []).append(threads)
        check(len(found) == 1, f'{model}: ' + '\n'.join(f'{v}: {k[:300]}' for k, v in found.items()))


@test
def another_seed_gives_other_runs(t):
    t.write('a.p', RACE_HOLDS)
    options = ['-Woff', 'a.p', '--engine=sample', '--schedules=100', '--network=p2p', '-j1']
    found = {without_times(t.check(*options, f'--seed={x}').expect(0).out)
             for x in (0, 1, 2, 3, 2**64 - 1)}
    check(len(found) > 2, f'{found}')
    check(without_times(t.check(*options).out) in found, 'the default is not seed 1')


@test
def schedules_and_steps(t):
    t.write('a.p', COUNT)
    x = t.result('a.p', '--engine=sample', '--schedules=7', '--max-steps=11', code=0)
    found = [x[k] for k in ('verdict', 'schedules', 'depth', 'transitions', 'behaviours', 'states')]
    check(found == ['sampled', 7, 11, 77, 1, 0], f'{found}')
    x = t.result('a.p', '--engine=sample', '--schedules=7', '--max-steps=11', '--count-states', '-j2', code=0)
    check(x['states'] == 12, f'{x["states"]} states')
    x = t.result('a.p', '--engine=sample', '--max-steps=5', code=0)
    check(x['schedules'] == 10000, f'the default is {x["schedules"]} schedules')
    t.write('b.p', COUNT.replace('send this, eNext, k + 1;', 'assert k < 20; send this, eNext, k + 1;'))
    t.check('-q', 'b.p', '--engine=sample', '--schedules=3', '--max-steps=20').expect(0, '', '')
    t.check('-q', 'b.p', '--engine=sample', '--schedules=3', '--max-steps=30').expect(1)


@test
def sampling_with_faults(t):
    t.write('a.p', PING)
    t.check('-q', 'a.p', '--engine=sample').expect(0, '', '')
    for text in 'crash=1:Server', 'loss=1:ePong':
        r = t.check('-q', 'a.p', '--engine=sample', f'--faults={text}', '--json=out.json')
        r.expect(1).has(DEADLOCK)
        t.replay('-q', 'out.json').expect(1, 'DefaultImpl: violated again: deadlock\n', '')
    t.check('-q', 'a.p', '--engine=sample', '--faults=crash=1:Main').expect(0, '', '')


# ---- Determinism ----

@cases(('bfs-holds', RACE_HOLDS, ['--search=bfs']), ('dfs-holds', RACE_HOLDS, ['--search=dfs']),
       ('bfs-fails', RACE_FAILS, ['--search=bfs', '--network=p2p']),
       ('dfs-fails', RACE_FAILS, ['--search=dfs', '--network=p2p']),
       ('bfs-lasso', LASSO, ['--search=bfs']), ('dfs-lasso', LASSO, ['--search=dfs']),
       ('faults', PING, ['--faults=crash=1,loss=1,dup=1', '--network=bag']),
       ('limit', COUNT, ['--max-states=3000']), ('sample', RACE_FAILS, ['--engine=sample', '-j1']))
def the_same_twice(t, model, options):
    found = []
    for i in range(2):
        os.makedirs(t.path(f'{i}'))
        t.write(f'{i}/a.p', model)
        r = t.check('-Woff', 'a.p', *options, '--json=out.json', cwd=t.path(f'{i}'),
                    env={'X': 'x' * 5000 * i, 'TZ': 'UTC', 'LC_ALL': ['C', 'C.UTF-8'][i]})
        text = open(t.path(f'{i}/out.json')).read()
        found.append((r.code, without_times(r.out), r.err,
                      re.sub(r'"(seconds|memory)": [\d.]+', '', text)))
    check(found[0] == found[1], f'{found[0]}\n{found[1]}')


# ---- Foreign functions ----

C_HEAD = '#include <synod_foreign.h>\n#include <string.h>\n'


def c_function(name, body):
    return (f'{C_HEAD}syn_value {name}(const syn_env *env, const syn_value *args, size_t count)\n'
            f'{{\n{body}\n}}\n')


EVERY_KIND = C_HEAD + '''
#define FUN(name) syn_value name(const syn_env *env, const syn_value *args, size_t count)
FUN(Sum)
{
    int64_t sum = 0;
    for (size_t i = 0; i < env->size(env, args[0]); i++)
        sum += env->to_int(env, env->item(env, args[0], i));
    return env->make_int(env, sum);
}
FUN(Twice)
{
    size_t len;
    const char *text = env->to_string(env, args[0], &len);
    char both[100];
    memcpy(both, text, len);
    memcpy(both + len, text, len);
    return env->make_string(env, both, 2 * len);
}
FUN(Half) { return env->make_float(env, env->to_float(env, args[0]) / 2); }
FUN(Not) { return env->make_bool(env, !env->to_int(env, args[0])); }
FUN(Swap)
{
    syn_value items[2] = {env->item(env, args[0], 1), env->item(env, args[0], 0)};
    return env->make_tuple(env, items, 2);
}
FUN(Rise)
{
    syn_value items[2] = {env->make_int(env, env->to_int(env, env->item(env, args[0], 0)) + 1),
                          env->item(env, args[0], 1)};
    return env->make_like(env, args[0], items, 2);
}
FUN(Flat)
{
    syn_value items[20];
    size_t n = env->size(env, args[0]);
    for (size_t i = 0; i < n; i++) {
        items[2 * i] = env->key(env, args[0], i);
        items[2 * i + 1] = env->item(env, args[0], i);
    }
    return env->make_seq(env, items, 2 * n);
}
FUN(Kinds)
{
    int64_t all = 0;
    for (size_t i = 0; i < count; i++)
        all = all * 20 + (int64_t)env->kind(env, args[i]);
    return env->make_int(env, all + (env->version == 1 && count == 4 ? 0 : 1000));
}
FUN(Nothing) { return SYN_NULL; }
'''
EVERY_MODEL = '''fun Sum(xs: seq[int]): int;
fun Twice(text: string): string;
fun Half(x: float): float;
fun Not(b: bool): bool;
fun Swap(p: (int, string)): (string, int);
fun Rise(p: (age: int, name: string)): (age: int, name: string);
fun Flat(m: map[int, int]): seq[int];
fun Kinds(a: int, b: string, c: set[int], d: machine): int;
machine Main {
  fun Nothing();
  start state S {
    entry {
      var s: seq[int]; var m: map[int, int]; var e: set[int]; var p: (age: int, name: string);
      s += (0, 30); s += (1, 10); s += (2, 2);
      assert Sum(s) == 42;
      s -= (0); s -= (0); s -= (0);
      assert Sum(s) == 0;
      assert Twice("ab") == "abab";
      assert Half(3.0) == 1.5;
      assert Not(false) && !Not(true);
      assert Swap((1, "x")) == ("x", 1);
      p = Rise((age = 7, name = "x"));
      assert p.age == 8 && p.name == "x";
      m[5] = 6;
      assert Flat(m)[0] == 5 && Flat(m)[1] == 6;
      assert Kinds(1, "", e, this) == ((2 * 20 + 4) * 20 + 9) * 20 + 6;
      Nothing();
      assert false, "all is well";
    }
  }
}
'''


@test
def foreign_functions(t):
    t.library(EVERY_KIND)
    t.write('a.p', EVERY_MODEL)
    for options in [], ['--engine=sample', '-j2']:
        t.check('-q', '-Woff', 'a.p', '--foreign=f.so', *options, '--json=out.json').expect(
            1, 'DefaultImpl: violated: assertion failed at a.p:28: all is well\n', '')
        t.replay('-q', '-Woff', 'out.json', '--foreign=f.so').expect(
            1, AGAIN, '')
    t.compile('-Woff', '-q', 'a.p').expect(0, '', '')


@test
def a_trace_knows_its_foreign_library(t):
    t.library(EVERY_KIND)
    t.write('a.p', EVERY_MODEL)
    t.check('-q', '-Woff', 'a.p', '--foreign=f.so', '--json=out.json').expect(1)
    t.library(EVERY_KIND.replace('#include', '// built again\n#include', 1))
    t.replay('-q', '-Woff', 'out.json', '--foreign=f.so').expect(1, AGAIN, '')  # the same code
    t.library(EVERY_KIND + 'int more(void) { return 1; }\n')
    t.replay('-q', '-Woff', 'out.json', '--foreign=f.so').expect(
        1, AGAIN, 'synod: warning: the library of foreign functions has changed since the trace was made\n')


@test
def foreign_example_of_the_manual(t):
    text = open(f'{harness.ROOT}/docs/foreign.md').read()
    declaration, code = (re.search(rf'```{x}\n(.*?)```', text, re.S).group(1) for x in ('', 'c'))
    t.library(code, 'checksum.so')
    t.write('a.p', declaration + START + 'var s: seq[int]; s += (0, 5); s += (0, 2); '
            'assert Checksum(s) == 2 * 31 + 5;' + END)
    t.check('-q', 'a.p', '--foreign=checksum.so').expect(0, '', '')


CALL = 'fun F(x: int): int;\n' + START + '\nprint format("{0}", F(3)); ' + END
PLACE = '    1 | fun F(x: int): int;\n      |     ^\n'
NEEDS = ("a.p:1:5: error: foreign function 'F' needs C code: give its shared object with --foreign\n" + PLACE
         + 'synod: 1 error\n')
OPEN = ("a.p:1:5: warning: no C code for foreign function 'F': it is left open and returns any value of its type "
        '[open-function]\n' + PLACE)


@test
def foreign_library_is_found(t):
    t.library(c_function('F', 'return args[0];'))
    os.mkdir(t.path('lib'))
    shutil.copy(t.path('f.so'), t.path('lib/g.so'))
    t.write('a.p', CALL)
    for path in 'f.so', './f.so', 'lib/g.so', t.path('f.so'):
        t.check('-q', 'a.p', f'--foreign={path}').expect(0, '', '')
    t.write('b.p', PING)
    t.check('-q', 'b.p', '--foreign=f.so').expect(0, '', '')


@test
def foreign_not_given(t):
    t.write('a.p', CALL)
    t.check('a.p').expect(0, err=OPEN).has('(with 1 foreign function left open)\n')
    t.check('a.p', '--json=out.json', '--foreign-missing=error').expect(2, '', NEEDS)
    [m] = t.json('out.json')['messages']
    check((m['kind'], m['line'], t.json('out.json')['results']) == ('error', 1, []), f'{m}')
    t.compile('-q', 'a.p').expect(0, '', '')
    t.check('-Werror', 'a.p').expect(2, '').has('[open-function]')


@test
def foreign_function_missing(t):
    t.library(c_function('G', 'return args[0];') + '\n'.join(
        c_function('H', 'return env->make_int(env, 1);').splitlines()[2:]) + '\n')
    t.write('a.p', CALL)
    t.check('a.p', '--foreign=f.so').expect(0, err=OPEN).has('(with 1 foreign function left open)\n')
    t.check('a.p', '--foreign=f.so', '--foreign-missing=error').expect(2, '').has(
        "error: foreign function 'F' is not in the library given with --foreign\n")
    t.write('a.p', 'fun printf(x: int): int;\n' + START + 'printf(1);' + END)
    t.check('a.p', '--foreign=f.so', '--foreign-missing=error').expect(2, '').has("'printf' is not in the library")


@cases(('missing', 'no.so', None), ('text', 'x.so', 'no library\n'), ('empty', 'x.so', ''),
       ('no-name', '', None), ('folder', '.', None))
def foreign_library_missing(t, path, text):
    t.write('a.p', CALL)
    if text is not None:
        t.write(path, text)
    r = t.check('a.p', f'--foreign={path}').expect(2, '')
    check(r.err.startswith(f"synod: error: cannot load '{path}': ") and r.err.endswith('\nsynod: 1 error\n')
          and r.err.count('\n') == 2, r)


@cases(('C#', 'PForeign/Glue.cs', 'static class G { static int F (int x) { return 1; } }', 'C#'),
       ('Java', 'Glue.java', 'class G { static int F(int x) { return 1; } }', 'Java'),
       ('other', 'PForeign/Glue.cs', 'class G { int NotF(int x) { return F_(1); } }', None),
       ('generated', 'PGenerated/Glue.cs', 'class G { int F(int x) { return 1; } }', None))
def foreign_code_in_other_languages(t, path, code, language):
    t.write('m/M.pproj', '<Project><ProjectName>M</ProjectName><InputFiles><PFile>./PSrc/</PFile></InputFiles>'
            '<OutputDir>./PGenerated/</OutputDir></Project>')
    t.write('m/PSrc/a.p', CALL)
    t.write(f'm/{path}', code)
    hint = f'found {language} code in m/{path}: Synod runs C code only, see docs/foreign.md'
    for options, status in ([], 0), (['--foreign-missing=error'], 2):
        r = t.check('m/M.pproj', *options).expect(status)
        check((hint if language else 'Synod runs C code only') in r.err, r) if language else check(
            'Synod runs' not in r.err, r)


OPEN_MODEL = ('fun Flag(): bool;\nfun Count(n: int): int;\nfun Log(n: int);\n' + START + '''
  Log(1);
  if (Flag()) { assert Count(7) < 2, "two"; }
''' + END + 'machine Other { start state S { } }\ntest tOpen [main=Main]: { Main };\ntest tNone [main=Other]: { Other };\n')


@cases(*((e, e) for e in ('explicit', 'reduced', 'asi', 'sets', 'dpor', 'sample')))
def a_violation_names_open_values(t, engine):
    t.write('a.p', OPEN_MODEL)
    r = t.check('-Woff', 'a.p', f'--engine={engine}', '--json=out.json').expect(1)
    r.has('tOpen: violated: assertion failed at a.p:', ': two\n', '(with 3 foreign functions left open)\n',
          '       the run has values of foreign functions left open: Flag gives true (step 1), Count gives 2 (step 1)\n',
          '         Flag gives true (left open)  ', '         Count gives 2 (left open)  ')
    violated, other = t.json('out.json')['results']
    check(violated['open_functions'] == ['Flag', 'Count', 'Log'] and 'open_functions' not in other, f'{violated}')
    check(violated['violation']['open_values'] == [{'function': 'Flag', 'value': 'true', 'step': 1},
                                                   {'function': 'Count', 'value': '2', 'step': 1}], f'{violated}')
    kinds = [a['kind'] for a in violated['trace']['steps'][0]['actions']]
    check(kinds.count('foreign') == 2 and 'choice' not in kinds, f'{kinds}')
    t.replay('-q', '-Woff', 'out.json').expect(1, 'tOpen: violated again: assertion failed\n', '')


@test
def open_ints_are_a_choice(t):
    t.write('a.p', OPEN_MODEL)
    t.check('-q', '-Woff', 'a.p', '--foreign-ints=2').expect(0, '', '')
    t.check('-q', '-Woff', 'a.p', '--foreign-ints=1').expect(0, '', '')
    t.check('-q', '-Woff', 'a.p', '--foreign-ints=0').expect(2)


@test
def a_run_by_hand_shows_open_values(t):
    t.write('a.p', OPEN_MODEL)
    t.write('walk', 'list\n')
    r = t.run('explore', '-Woff', 'a.p', '-t', 'tOpen', '--script=walk')
    check('Flag gives true (left open), Count gives 2 (left open)' in r.out, r)


@cases(('bool', 'bool', '!Flag()'), ('machine', 'machine', 'Flag() == null'))
def a_spec_cannot_leave_a_function_open(t, result, claim):
    """A spec makes no choices and is no machine; what it would have seen is unknown, not fine."""
    t.write('a.p', f'event e;\nfun Flag(): {result};\n' + START.replace('entry {', 'entry { announce e;') + END +
            f'spec P observes e {{ start state S {{ on e do {{ assert {claim}; }} }} }}\n'
            'test t [main=Main]: assert P in { Main };\n')
    for engine in 'explicit', 'reduced', 'asi', 'sets', 'dpor', 'sample':
        r = t.check('-q', '-Woff', 'a.p', f'--engine={engine}').expect(3)
        check('t: unknown: a spec calls a foreign function that has no C code' in r.out, r)


CRASHES = (('null', 'return *(volatile syn_value *)count;', "crashed with SIGSEGV"),
           ('abort', 'abort();', 'crashed with SIGABRT'),
           ('division', 'raise(SIGFPE); return args[0];', 'crashed with SIGFPE'),  # not every processor minds 1 / 0
           ('stack', 'return deep(env, args, count) + 1;', 'crashed with SIGSEGV'),
           ('exit', 'exit(0);', 'called exit'))


@cases(*((name + e, body, message, e) for name, body, message in CRASHES for e in ('', '--engine=sample')))
def foreign_code_that_crashes(t, body, message, option):
    t.library('#include <signal.h>\n#include <stdlib.h>\n' + c_function('F', body).replace(
        'syn_value F(', 'static syn_value deep(const syn_env *env, const syn_value *args, size_t count)\n{\n'
        'volatile char room[4096]; room[count] = 1; return count > 9000000 ? 0 : deep(env, args, count + 1) + room[3];\n}\n'
        'void *keep = (void *)deep;\nsyn_value F(').replace('count;', '(count - 1);'))
    t.write('a.p', CALL)
    r = t.check('a.p', '--foreign=f.so', *[x for x in [option] if x]).expect(2, '')
    check(r.err.startswith(f"synod: error: foreign function 'F' {message}"), r)


@cases(('exit', '_exit(0);', '_exit'), ('fork', 'fork(); return args[0];', 'fork'))
def foreign_code_that_may_end_the_process(t, body, name):
    """Unnoticed, and with exit code 0."""
    t.library('#include <unistd.h>\n' + c_function('F', body))
    t.write('a.p', CALL)
    t.check('a.p', '--foreign=f.so').expect(2, '').has(
        f"'f.so' uses {name}, which may end the check without a verdict: a foreign function must return")


@cases(('explicit', 'explicit'), ('sample', 'sample'), ('dpor', 'dpor'))
def foreign_code_that_does_not_return(t, engine):
    t.library(c_function('F', 'for (volatile int n = 0;; n = 1 - n) {} return args[0];'))
    t.write('a.p', CALL)
    r = t.check('a.p', '--foreign=f.so', f'--engine={engine}', '--max-time=1').expect(2, '')
    check(r.err == "synod: error: foreign function 'F' has not returned for 10 seconds\n", r)


@cases(('counter', 'static int n; return env->make_int(env, n++);', 'it returned 0 and then 1'),
       ('failure', 'static int n; if (n++ % 2) env->fail(env, "no"); return args[0];', 'it returned 3 and then failed'),
       *((f'no-value-{x}', f'static int n; return n++ % 2 ? {x} : args[0];', f'it returned 3 and then the number {x}, which is no value')
         for x in (12345, 0x00ffffff, 0x3fffffff, 0x7fffffff)))
def foreign_code_that_is_not_pure(t, body, message):
    t.library(c_function('F', body))
    t.write('a.p', CALL)
    r = t.check('a.p', '--foreign=f.so').expect(2, '')
    check(r.err.startswith("synod: error: foreign function 'F' is not pure: ") and message in r.err, r)


@cases(('sleep', 'usleep(1)'), ('rand', 'rand()'), ('time', 'time(NULL)'))
def foreign_code_that_may_not_be_pure(t, call):
    t.library('#include <stdlib.h>\n#include <time.h>\n#include <unistd.h>\n' + c_function(
        'F', f'(void){call}; return args[0];'))
    t.write('a.p', CALL)
    name = call.split('(', maxsplit=1)[0]
    t.check('a.p', '--foreign=f.so').expect(0).has(f"warning: 'f.so' uses {name}: ", '[impure-library]')


@cases(('small', '7'), ('node', '2'), ('middle', '1000'), ('draft', '(1u << 30) + 77'), ('machine', '0x30000000 + 99'),
       ('event', '0x28000000 + 99'), ('bool', '0x20000002'), ('atom', '0x38000001'))
def a_number_that_is_no_value(t, number):
    t.write('a.p', CALL)
    t.library(c_function('F', f'return {number};'))
    r = t.check('a.p', '--foreign=f.so').expect(1, err='')
    check(re.match(r'DefaultImpl: violated: foreign function failed at a\.p:3: '
                   r'foreign function F returned the number \d+, which is no value\n', r.out), r)
    t.library(c_function('F', f'return env->make_int(env, env->to_int(env, {number}));'))
    t.check('a.p', '--foreign=f.so').expect(1, err='').has('foreign function failed at a.p:3: a number is not a value\n')
    t.library(c_function('F', f'syn_value items[1] = {{{number}}}; env->make_seq(env, items, 1); return args[0];'))
    t.check('a.p', '--foreign=f.so').expect(1, err='').has('foreign function failed at a.p:3: an item is no value\n')


@cases(('fail', 'env->fail(env, "no \\"three\\""); return args[0];', 'foreign function failed',
        'no "three"', 'foreign'),
       ('twice', 'env->fail(env, "first"); env->fail(env, "second"); return SYN_NULL;',
        'foreign function failed', 'first', 'foreign'),
       ('string', 'return env->make_string(env, env->to_string(env, args[0], NULL), 0);',
        'foreign function failed', 'to_string: not a string', 'foreign'),
       ('float', 'return env->make_int(env, (int64_t)env->to_float(env, args[0]));',
        'foreign function failed', 'to_float: not a float', 'foreign'),
       ('int', 'return env->make_int(env, env->to_int(env, env->make_string(env, "x", 1)));',
        'foreign function failed', 'to_int: not an int', 'foreign'),
       ('size', 'return env->make_int(env, (int64_t)env->size(env, args[0]));',
        'foreign function failed', 'the value has no items', 'foreign'),
       ('item', 'syn_value s = env->make_seq(env, args, 1); return env->item(env, s, 1);',
        'foreign function failed', 'no such item', 'foreign'),
       ('like', 'return env->make_like(env, args[0], args, 1);', 'foreign function failed',
        'make_like: not a tuple', 'foreign'),
       ('type', 'return env->make_string(env, "x", 1);', 'bad cast',
        'the result of foreign function F does not have the declared type', 'cast'),
       ('null', 'return SYN_NULL;', 'bad cast',
        'the result of foreign function F does not have the declared type', 'cast'))
def foreign_failure(t, body, title, message, kind):
    t.library(c_function('F', body))
    t.write('a.p', CALL)
    r = t.check('a.p', '--foreign=f.so', '--json=out.json').expect(1, err='')
    check(r.out.startswith(f'DefaultImpl: violated: {title} at a.p:3: {message}\n'), r)
    v = t.json('out.json')['results'][0]['violation']
    check((v['kind'], v['message'], v['line'], v['machine']) == (kind, message, 3, 'Main(1)'), f'{v}')
    t.replay('-q', 'out.json', '--foreign=f.so').expect(
        1, f'DefaultImpl: violated again: {title}\n', '')
    t.replay('-q', 'out.json', '--foreign-missing=error').expect(2, '', NEEDS)


if __name__ == '__main__':
    sys.exit(harness.main())
