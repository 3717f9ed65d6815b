#!/usr/bin/env python3
"""Tests of --narrow.

harness.py says how to run the tests.  tests/suite/run/bounds has verdicts and counts.
"""
import re
import sys

sys.dont_write_bytecode = True
import harness
from harness import cases, check, test

# Three places with a choice.  That of Once is wide only the second time, and that of the coin never.
MODEL = '''event eGo: (int, int);
machine Main {
  var sum: int; var coin: bool;
  start state S {
    entry { send this, eGo, (choose(10000), choose(9000)); }
    on eGo do (p: (int, int)) {
      coin = $;
      sum = p.0 + p.1;
      sum = sum + Once(2) + Once(5);
      ASSERT
    }
  }
  fun Once(n: int): int { return choose(n); }
}
test tc [main=Main]: { Main };
'''

# The last worker chooses from more than four, at two places.
MANY = '''event eNext: int;
machine Main { start state S { entry { new W(3); new W(4); new W(5); } } }
machine W {
  var had: int; var size: int;
  start state S {
    entry (n: int) { size = n; send this, eNext, choose(n); }
    on eNext do (n: int) { had = had * 2 + n; if (had < 9) send this, eNext, choose(size); }
  }
}
'''


def checked(t, *options, condition='true'):
    t.write('a.p', MODEL.replace('ASSERT', f'assert {condition}, "bad sum";'))
    return t.check('-Woff', '--progress=off', 'a.p', *options)


# ---- Messages ----

@cases(('0', '0'), ('1', '1'), ('word', 'three'), ('nothing', ''), ('negative', '-2'), ('too many', '10001'))
def mistakes(t, value):
    checked(t, f'--narrow={value}').complaint(f"option '--narrow' needs a number from 2 to 10000, not '{value}'")


@cases(*((engine, engine) for engine in ('sample', 'dpor')))
def other_engines_refuse_it(t, engine):
    checked(t, '--narrow=2', f'--engine={engine}').expect(2, '', f'synod: error: --narrow: not with --engine={engine}, only with auto, explicit, reduced, asi and sets\n')


@test
def it_is_for_searches(t):
    checked(t, '--narrow=2', '--json=a.json').expect(0)
    r = t.replay('a.json', '--narrow=2').expect(2, '')
    check("'--narrow'" in r.err, r)


@test
def the_verdict_says_how_many_places(t):
    """By hand: new; four pairs; and the sums 0, 8999, 9999 and 18998 with 0, 1, 4 or 5 more, with both coins."""
    checked(t, '--narrow=2').expect(0, err='').has(
        'tc: holds within --narrow=2: all 37 states, 36 transitions, depth 2, ', ' s; 3 choices were narrowed\n')
    t.write('b.p', 'machine Main { var x: int; start state S { entry { x = choose(9); } } }\n')
    t.check('-Woff', 'b.p', '--narrow=8').expect(0).has('DefaultImpl: holds within --narrow=8: all 9 states', '; 1 choice was narrowed\n')
    t.check('-Woff', 'b.p', '--narrow=9').expect(0).has('DefaultImpl: holds: exhausted, all 10 states')
    t.check('-q', 'b.p', '--narrow=8').expect(0, '', '')


@test
def several_bounds(t):
    checked(t, '--narrow=2', '--max-depth=1').expect(0).has(
        'tc: holds within 1 step and --narrow=2: all 5 states, ', '; 4 states at the last step were not expanded; ', ' choices were narrowed\n')
    checked(t, '--narrow=2', '--within=Main: false', '--engine=explicit').expect(0).has(
        "tc: holds within 'Main: false' and --narrow=2: all 5 states, ", '; 4 states outside were not expanded; ', ' choices were narrowed\n')
    checked(t, '--narrow=2', '--max-states=3', '--engine=explicit').expect(3).has('tc: unknown: the state limit was reached after 3 states, ')


@test
def most_states(t):
    t.write('a.p', MANY)
    t.check('-Woff', '--progress=off', 'a.p', '--narrow=4', '--bitstate=1').expect(0).has(
        'DefaultImpl: covered: no violation in ', ' % of the states; 2 choices were narrowed\n')


# ---- Results ----

@cases(*((engine, engine) for engine in ('auto', 'explicit', 'reduced', 'asi', 'sets')))
def results(t, engine):
    checked(t, '--narrow=3', f'--engine={engine}', '--json=a.json', '--sarif=a.sarif').expect(0)
    x = t.json('a.json')['results'][0]
    check((x['verdict'], x['reason'], x['narrowed_choices'], x['options']['narrow']) == ('within', None, 3, 3), f'{x}')
    counts = t.json('a.sarif')['runs'][0]['properties']
    check((counts['holds'], counts['within']) == (0, 1), f'{counts}')


@cases(('one thread', ['-j1']), ('threads', ['-j3']), ('depth first', ['--search=dfs']), ('causal', ['--network=causal']))
def the_number_of_places_does_not_depend_on_the_search(t, options):
    t.write('a.p', MANY)
    x = t.result('a.p', '--engine=explicit', '--narrow=4', *options, code=0)
    first = t.result('a.p', '--engine=explicit', '--narrow=4', code=0)
    check(first['states'] > 50000, f'{first}')
    for key in 'verdict', 'states', 'transitions', 'terminal':
        check(x[key] == first[key], f'{x}')
    check(x['narrowed_choices'] == 2, f'{x}')


@test
def auto_takes_other_engines(t):
    checked(t, '--narrow=4', '--auto-states=20').expect(0).has('tc: holds within --narrow=4: all ', '; 3 choices were narrowed\n')


@test
def checkpoints_know_it(t):
    checked(t, '--narrow=3', '--max-states=30', '--checkpoint=c').expect(3)
    for other in [], ['--narrow=2']:
        r = checked(t, '--resume=c', '--max-states=9000', *other).expect(2, '')
        check('it was written for another choice of --narrow' in r.err, r)
    whole = checked(t, '--narrow=3', '--engine=explicit').expect(0)
    rest = checked(t, '--narrow=3', '--resume=c').expect(0).has('; 3 choices were narrowed\n')
    states = re.compile(r'all [\d,]+ states, [\d,]+ transitions, depth \d+,')
    check(states.findall(whole.out) == states.findall(rest.out) != [], rest)


@test
def pictures_show_what_was_explored(t):
    checked(t, '--narrow=2', '--engine=explicit', '--dot-states=a.dot').expect(0)
    with open(t.path('a.dot'), encoding='utf-8') as f:
        text = f.read()
    check(len(re.findall(r'^  s\d+ -> s\d+', text, re.M)) == 36, text)


# ---- Violations ----

@cases(*((engine, [f'--engine={engine}']) for engine in ('explicit', 'reduced', 'asi', 'sets')), ('dfs', ['--search=dfs']))
def a_violation_replays_without_it(t, options):
    """--narrow=4 takes 3333 and 5999 (and 1, and 2 of 5); --narrow=3 takes neither."""
    condition = 'sum != 3333 + 5999 + 1 + 4 || !coin'
    checked(t, '--narrow=3', *options, condition=condition).expect(0).has('tc: holds within --narrow=3')
    r = checked(t, '--narrow=4', *options, '--json=a.json', condition=condition).expect(1).has(
        'tc: violated: assertion failed at a.p:10: bad sum\n')
    r.has('choose gives 3333 ', 'choose gives 5999 ')
    trace = t.json('a.json')['results'][0]
    check('narrow' not in trace['trace'] and '--narrow=4' in trace['command'], f'{trace}')
    t.replay('a.json').expect(1).has('choose gives 3333 ', 'choose gives 5999 ', 'tc: violated again: assertion failed\n')


# ---- Liveness ----

HOT = '''event eTick; event eCold;
spec Waits observes eCold { start hot state Hot { on eCold goto Cold; } cold state Cold { ignore eCold; } }
machine Main {
  start state S {
    entry { send this, eTick; }
    on eTick do { if (choose(5) == 2) { announce eCold; } send this, eTick; }
  }
}
test tc [main=Main]: assert Waits in { Main };
'''


@cases(('explicit', 'explicit'), ('sets', 'sets'))
def a_cycle_that_leaves_alternatives_out_is_not_fair(t, engine):
    t.write('a.p', HOT)
    t.check('-Woff', 'a.p', f'--engine={engine}', '--narrow=2').expect(0).has(
        'tc: holds within --narrow=2: all ', '; 1 choice was narrowed', '--choices=unfair')
    t.check('-Woff', 'a.p', f'--engine={engine}', '--narrow=2', '--choices=unfair', '--json=a.json').expect(1).has('violated: liveness')
    t.replay('a.json').expect(1)


if __name__ == '__main__':
    sys.exit(harness.main())
