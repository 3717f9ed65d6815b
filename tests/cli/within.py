#!/usr/bin/env python3
"""Tests of bounds: --within and --max-depth.

harness.py says how to run the tests.  tests/suite/run/bounds has verdicts and counts.
"""
import re
import sys
import xml.etree.ElementTree as xml

sys.dont_write_bytecode = True
import harness
from harness import cases, check, test

MODEL = '''event eTick;
fun Twice(k: int): int { return 2 * k; }
fun Luck(): bool { return $; }
machine Main {
  var term: int; var seen: map[int, int];
  start state S {
    entry { send this, eTick; }
    on eTick do { term = term + 1; send this, eTick; }
  }
  fun Bump(): bool { term = term + 1; return Luck(); }
}
machine Absent { var n: int; start state S { } }
test tc [main=Main]: { Main };
'''
BOUND = "--within=Main: Twice(term) <= 6"


def checked(t, *options):
    t.write('a.p', MODEL)
    return t.check('-Woff', '--progress=off', 'a.p', *options)


@cases(('no machine', 'Mian: term < 3', "1:1: error: no machine or spec named 'Mian'", "did you mean 'Main'?"),
       ('no variable', 'Main: trem < 3', "1:7: error: no variable named 'trem'", ''),
       ('no colon', 'term < 3', "1:6: error: expected ':' after the name of a machine or spec", 'write MACHINE: EXPRESSION'),
       ('type', 'Main: term < true', "1:12: error: operator '<' does not apply to int and bool", ''),
       ('no condition', 'Main: term', '1:7: error: a bound is a condition, but this is int', 'as in Server: term <= 3'),
       ('one machine', 'Main(1.1): term < 2', "1:5: error: expected ':' after the name", 'it is about all machines of a type'),
       ('assignment', 'Main: term = 2', '1:12: error: expected an operator or the end of the expression', "compare with '=='"),
       ('nothing', '', '1:1: error: expected the name of a machine or spec', 'write MACHINE: EXPRESSION'),
       ('half', 'Main: term <', '1:13: error: ', ''),
       ('choice', 'Main: $', '1:7: error: this makes a choice; an expression may only read', ''),
       ('hidden choice', 'Main: Luck()', "1:7: error: 'Luck' makes a choice; an expression may only read", ''),
       ('effect', 'Main: Bump()', '; an expression may only read', ''))
def mistakes(t, bound, error, hint):
    r = checked(t, f'--within={bound}').expect(2, '')
    check(r.err.startswith('--within:') and error in r.err and hint in r.err, r)
    checked(t, '--within=Main: term < 9', f'--within={bound}').expect(2, '')


@cases(*((engine, engine) for engine in ('reduced', 'asi', 'sets', 'sample', 'dpor')))
def other_engines_refuse_it(t, engine):
    checked(t, BOUND, f'--engine={engine}').expect(2, '', f'synod: error: --within: not with --engine={engine}, only with explicit\n')


CLAIM = MODEL.replace('term = term + 1; send', 'term = term + 1; assert term < 1000; send')


@cases(('nowhere', CLAIM, '--within=Main: false', 'no machine ever handled an event in the visited states'),
       ('no claim', CLAIM.replace('assert term', 'if (term == 5) assert term'), BOUND,
        'no spec is attached and no assert was reached in the visited states: only unhandled events, deadlocks and failing operations were checked'),
       ('some', CLAIM, BOUND, None), ('nothing to leave out', MODEL, BOUND, None))
def a_bound_that_leaves_nothing_is_told_with_quiet_too(t, model, bound, why):
    t.write('a.p', model)
    err = f'synod: warning: tc holds within a bound that leaves next to nothing: {why}\n' if why else ''
    t.check('-q', '-Woff', 'a.p', bound).expect(0, '', err)


@test
def it_does_not_go_with_reductions(t):
    checked(t, BOUND, '--por=off').expect(
        2, '', 'synod: error: --por: not with --within, which is for --engine=explicit\n')


@test
def the_verdict_names_what_has_bounded_it(t):
    both = checked(t, BOUND, '--within=Main: term != 9').expect(0)
    both.has("tc: holds within 'Main: Twice(term) <= 6' and 'Main: term != 9': all 6 states, 5 transitions, depth 5, ",
             ' s; 1 state outside was not expanded\n')
    checked(t, BOUND, '--max-depth=3').expect(0).has(
        'tc: holds within 3 steps: all 4 states, 3 transitions, depth 3, ', '; 1 state at the last step was not expanded\n')
    checked(t, '-q', BOUND).expect(0, '', '')
    checked(t, '--max-states=3', BOUND).expect(3).has('tc: unknown: the state limit was reached after 3 states, ')


@test
def it_is_no_plain_holds_anywhere(t):
    checked(t, BOUND, '--json=a.json', '--junit=a.xml', '--sarif=a.sarif', '--html=a.html').expect(0)
    x = t.json('a.json')['results'][0]
    check((x['verdict'], x['reason'], x['outside'], x['deeper']) == ('within', None, 1, 0), f'{x}')
    check(x['options']['within'] == ['Main: Twice(term) <= 6'] and 'max_depth' not in x['options'], f'{x}')
    case = xml.parse(t.path('a.xml')).getroot().find('.//testcase')
    check([c.tag for c in case] == ['system-out'] and case[0].text.startswith("holds within 'Main"), case[0].text)
    counts = t.json('a.sarif')['runs'][0]['properties']
    check((counts['holds'], counts['within']) == (0, 1), f'{counts}')
    x = checked(t, '--max-depth=4', '--json=a.json').expect(0) and t.json('a.json')['results'][0]
    check((x['verdict'], x['outside'], x['deeper'], x['options']['max_depth']) == ('within', 0, 1, 4), f'{x}')


@test
def a_bound_that_fails_is_told(t):
    r = checked(t, '--within=Main: seen[term] == 1').expect(0)
    check(r.err == "synod: --within 'Main: seen[term] == 1' fails in some states, which count as outside: "
                   'missing or duplicate key: key 0 is not in the map\n', r)
    r.has("holds within 'Main: seen[term] == 1': all 2 states")


# A bound is evaluated in every state, each time with a coverage of its own.  Main is new, or x is 0 .. 60; the message is always 0.
@cases(('call', 'f(x) >= 0'), ('branches', 'x >= 0 && x + 1 >= 1 && x + 2 >= 2 && (x == 5 || x != 5)'), ('loop', 'f(x) + f(x) >= f(x)'))
def a_bound_with_branches_is_evaluated_very_often(t, bound):
    t.write('a.p', '''event eA: int;
fun f(n: int): int { var k: int; var s: int; while (k < n) { s = s + k; k = k + 1; } return s; }
machine Main { var x: int; start state S { entry { send this, eA, 0; } on eA do (n: int) { x = x + 1; if (x > 60) { x = 0; } send this, eA, f(n) % 7; } } }
test tc [main=Main]: { Main };
''')
    for _ in range(8):
        t.check('-Woff', '--progress=off', '--engine=explicit', '-j1', f'--within=Main: {bound}', 'a.p').expect(0).has('tc: holds: exhausted, all 62 states')


@test
def a_machine_that_the_test_does_not_have(t):
    r = checked(t, '--within=Absent: n < 3', '--max-states=5').expect(3)
    check(r.err == 'synod: warning: --within: there is no Absent in tc\n', r)


@test
def checkpoints_know_the_bound(t):
    stopped = checked(t, BOUND, '--max-states=3', '--checkpoint=c').expect(3)
    check("continue with --resume 'c'" in stopped.err, stopped)
    for other in [], ['--within=Main: term < 9'], [BOUND, '--within=Main: term < 9']:
        r = checked(t, '--resume=c', '--max-states=9', *other).expect(2, '')
        check('it was written for another choice of --within' in r.err, r)
    checked(t, '--resume=c', BOUND).expect(0).has('all 6 states, 5 transitions, depth 5, ', '; 1 state outside was not')


COUNTERS = '''event eTick;
machine Counter {
  var had: int;
  start state S {
    entry { send this, eTick; }
    on eTick do { had = had + 1; send this, eTick; }
  }
}
machine Main { start state S { entry { NEW } } }
'''


@cases(('threads', ['-j3']), ('one thread', ['-j1']), ('depth first', ['--search=dfs']), ('causal', ['--network=causal']),
       ('spill', ['--spill=.', '-j2']))
def many_states(t, options):
    """Enough for the tree to be laid out anew.  Each of N counters is within the bound K, or one of them is at K + 1; before,
    Main is new, and then N to 1 counters are."""
    n, k = 4, 11
    t.write('a.p', COUNTERS.replace('NEW', 'new Counter(); ' * n))
    x = t.result('a.p', f'--within=Counter: had <= {k}', *options, code=0)
    inside, outside = (k + 1) ** n, n * (k + 1) ** (n - 1)
    check((x['verdict'], x['states'], x['transitions'], x['outside'], x['deeper'], x['terminal']) ==
          ('within', 1 + n + inside + outside, 1 + n + n * inside, outside, 0, 0), f'{x}')


@test
def pictures_show_what_was_explored(t):
    checked(t, BOUND, '--dot-states=a.dot').expect(0)
    with open(t.path('a.dot'), encoding='utf-8') as f:
        text = f.read()
    check(len(re.findall(r'^  s\d+ -> s\d+', text, re.M)) == 5, text)


LONG = '''event eTick;
fun First(): int { var l: int; assert l != 0; return 1; }
machine Main {
  var n: int;
  start state S {
    entry { send this, eTick; }
    on eTick do { n = First() + n; send this, eTick; }
  }
  fun Slow(k: int): int {
    var i: int; var s: int;
    while (i < 18000) { i = i + 1; s = s + k; if (s > 100) { s = 0; } }
    return s;
  }
}
'''


@test
def an_expression_that_takes_long_changes_nothing(t):
    """Its loop is looked at like that of a step, with tables of its own."""
    t.write('a.p', LONG)
    t.check('-q', '-Woff', 'a.p', '--within=Main: Slow(n) >= 0', '--progress=off').expect(1)


if __name__ == '__main__':
    sys.exit(harness.main())
