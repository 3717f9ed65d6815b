#!/usr/bin/env python3
"""Tests of --eval: values of expressions in traces.

harness.py says how to run the tests.  test_expression.c has the values one by one.
"""
import shlex
import sys

sys.dont_write_bytecode = True
import harness
from harness import cases, check, test
from models import without_times

# Who does what when is fixed: Main sends only when Counter is ready.
MODEL = '''enum Mood { CALM = 1, CROSS = 4 }
event eReady;
event eAdd: int;
fun Twice(k: int): int { return 2 * k; }
machine Main {
  var n: int; var child: machine;
  start state S {
    entry { n = 2; child = new Counter((boss = this, first = 3)); }
    on eReady do Feed;
  }
  fun Feed() {
    send child, eAdd, 5; send child, eAdd, 0; send child, eAdd, 99;
    raise halt;
  }
}
machine Counter {
  var sum: int; var all: seq[int]; var mood: Mood; var name: string; var boss: machine;
  fun Bump(): int { sum = sum + 1; return sum; }
  start state S {
    entry (p: (boss: machine, first: int)) {
      sum = p.first; name = "a \\"b\\""; boss = p.boss; mood = CALM;
      send boss, eReady;
    }
    on eAdd do (k: int) {
      assert k < 99, "too much";
      all += (sizeof(all), k);
      sum = sum + k;
      if (k == 0) { mood = CROSS; }
    }
  }
}
spec Seen observes eReady {
  var n: int;
  start state S { on eReady do { n = n + 1; } }
}
test t [main=Main]: assert Seen in { Main, Counter };
'''

EXPRESSIONS = ['Counter: (mood, 1)', 'Main:-n', 'Seen: n * 10', 'Counter: Twice(sum)', 'Counter: name + "!"',
               'Counter: 10 / all[0]', 'Counter: boss == this']
# Worked out by hand.
VALUES = [
    'n * 10 = 0',
    '-n = -2',
    '(mood, 1) = (CALM, 1)', 'Twice(sum) = 6', 'name + "!" = "a \\"b\\"!"',
    '10 / all[0] = error: index out of range: index 0, but the collection is empty: size 0', 'boss == this = false',
    'n * 10 = 10',
    '-n = -',
    'Twice(sum) = 16', '10 / all[0] = 2',
    '(mood, 1) = (CROSS, 1)',
]


def options(expressions):
    return [f'--eval={e}' for e in expressions]


def values(text, expressions=EXPRESSIONS):
    """The lines that tell values, without whose they are."""
    found = []
    for line in text.splitlines():
        for e in expressions:
            start = e.split(':', 1)[1].strip() + ' = '
            at = line.find(start)
            if at >= 0 and (at == 9 or line[:at].endswith(': ')):
                found.append(line[at:])
                break
    return found


@test
def values_are_shown_when_they_change(t):
    t.write('a.p', MODEL)
    r = t.check('-Woff', 'a.p', *options(EXPRESSIONS)).expect(1, err='')
    check(values(r.out) == VALUES, f'{values(r.out)}\n{r.describe()}')
    r.has('         spec Seen: n * 10 = 0\n')


@test
def replay_shows_them_too(t):
    t.write('a.p', MODEL)
    t.check('-Woff', '-q', 'a.p', '--json=plain.json').expect(1)
    r = t.replay('-Woff', 'plain.json', *options(EXPRESSIONS)).expect(1, err='')
    check(values(r.out) == VALUES, f'{values(r.out)}\n{r.describe()}')


@test
def the_rest_of_a_trace_is_as_without_them(t):
    t.write('a.p', MODEL)
    plain = t.check('-Woff', 'a.p').expect(1)
    r = t.check('-Woff', 'a.p', *options(EXPRESSIONS)).expect(1)
    shown = values(r.out)
    rest = [line for line in without_times(r.out).splitlines() if not any(line.endswith(v) for v in shown)]
    check(rest == without_times(plain.out).splitlines(), r)


@test
def json_has_the_values_and_the_same_program(t):
    t.write('a.p', MODEL)
    t.check('-Woff', '-q', 'a.p', '--json=plain.json').expect(1)
    t.check('-Woff', '-q', 'a.p', '--json=full.json', *options(EXPRESSIONS)).expect(1)
    plain, full = t.json('plain.json'), t.json('full.json')
    check(plain['fingerprint'] == full['fingerprint'], 'another fingerprint')
    again = shlex.split(full['results'][0]['command'])
    check(again == ['synod', 'check', '-t', 't', *options(EXPRESSIONS), 'a.p'], f'{again}')
    trace = full['results'][0]['trace']
    steps = [trace['begin'], *trace['steps']]
    found = [(c['name'], c['before'], c['after']) for s in steps for c in s['changes'] if c['what'] == 'value']
    check([f'{name} = {after}' for name, _, after in found] == VALUES, f'{found}')
    last = {}
    for name, before, after in found:
        check(before == last.get(name), f'{name} was {before}')
        last[name] = after


@test
def checkpoints_do_not_depend_on_them(t):
    """Also constants that the program does not have leave its values alone.  The violation is found when advice is looked for, but the
    checkpoint is there."""
    t.write('a.p', MODEL)
    new = ['--eval=Counter: name + "a text of its own"', '--eval=Main: (x = 1.25, y = 1234567890 * 2)']
    want = t.result('a.p', code=1)
    for first, second in (([], new), (new, []), (new, new)):
        t.check('-q', '-Woff', 'a.p', '--max-states=3', '--checkpoint=c', *first).expect(1)
        again = t.result('a.p', '--resume=c', *second, code=1)
        check(again['states'] == want['states'], f'{again["states"]} states, not {want["states"]}')


@test
def machines_that_are_not_there_are_told_of(t):
    """Traces name machines after their interfaces; expressions are about machines."""
    fake = ('machine Fake { start state S { entry (p: (boss: machine, first: int)) { assert p.first != 3; } } }\n'
            'machine Extra { var x: int; start state S { } }\n')
    t.write('a.p', fake + MODEL.replace('Main, Counter }', 'Main, Fake -> Counter }'))
    t.check('-Woff', 'a.p', '--eval=Counter: sum', '--eval=Extra: x', '--eval=Main: n').expect(
        1, err='synod: warning: --eval: there is no Counter in t; its Counter is a Fake\n'
               'synod: warning: --eval: there is no Extra in t\n').has('         n = 2\n')
    t.check('-Woff', '-q', 'a.p', '--eval=Counter: sum').expect(1, err='')


@test
def quiet_is_quiet(t):
    t.write('a.p', MODEL)
    t.check('-Woff', '-q', 'a.p', *options(EXPRESSIONS)).expect(1).lacks(' = ')


@test
def mistakes_are_told_at_once_and_all(t):
    t.write('a.p', MODEL)
    want = '''--eval:1:10: error: no variable named 'som'
    1 | Counter: som + 1
      |          ^~~
      = hint: did you mean 'sum'?
--eval:1:1: error: no machine or spec named 'Conter'
    1 | Conter: sum
      | ^~~~~~
      = hint: did you mean 'Counter'?
--eval:1:14: error: 'Counter.Bump' changes a variable of the machine; an expression may only read
    1 | Counter: 1 + Bump()
      |              ^~~~
a.p:18:31: note: 'Counter.Bump' does so here
   18 |   fun Bump(): int { sum = sum + 1; return sum; }
      |                               ^
synod: 3 errors
'''
    wrong = options(['Counter: som + 1', 'Counter: sum', 'Conter: sum', 'Counter: 1 + Bump()'])
    t.check('-Woff', 'a.p', '--json=out.json', *wrong).expect(2, '', want)
    t.check('-Woff', '-q', 'a.p', '--json=ok.json').expect(1)
    t.replay('-Woff', 'ok.json', *wrong).expect(2, '', want)


@cases(('nothing', '', "1:1: error: expected the name of a machine or spec, found the end of the expression"),
       ('no_machine', 'sum + 1', "1:5: error: expected ':' after the name of a machine or spec, found '+'"),
       ('no_expression', 'Main: ', '1:7: error: expected an expression, found the end of the expression'),
       ('unclosed', 'Main: "x', '1:7: error: '),
       ('statement', 'Main: n = 2', "1:9: error: expected an operator or the end of the expression, found '='"),
       ('choice', 'Main: $', '1:7: error: this makes a choice; an expression may only read'),
       ('deep', 'Main: ' + '(' * 5000 + 'n', 'nested too deeply (more than 1000 levels)'),
       ('bytes', b'Main: \xff\xfe', '1:7: error: '))
def what_is_no_expression_is_refused(t, text, message):
    t.write('a.p', MODEL)
    t.check('-Woff', 'a.p', b'--eval=' + text if isinstance(text, bytes) else f'--eval={text}').expect(
        2, '').has('--eval:', message).bounded()


@test
def messages_are_json_where_asked_for(t):
    t.write('a.p', MODEL)
    r = t.check('-Woff', 'a.p', '--message-format=json', '--eval=Main: m').expect(2, '')
    one = r.objects()
    check(len(one) == 1 and one[0]['file'] == '--eval' and one[0]['column'] == 7, r)


if __name__ == '__main__':
    sys.exit(harness.main())
