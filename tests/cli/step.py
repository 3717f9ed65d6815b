#!/usr/bin/env python3
"""Tests of walking through a run: `synod replay --step` and `synod explore`.

harness.py says how to run the tests.
"""
import re
import sys

sys.dont_write_bytecode = True
import harness
from harness import cases, check, test
from models import LASSO

# Two clients add to a counter; the assertion fails when both have.  The run has
# 1 Main, 2 Counter, 3 Client(1.2), 4 Client(1.3), 5 and 6 the two eAdd.
MODEL = '''
event eAdd: int; event eEnd;
machine Main { start state S { entry { var c: machine; c = new Counter(); new Client((c, 1)); new Client((c, 2)); } } }
machine Counter {
  var sum: int; var seen: seq[int];
  start state Low {
    on eAdd do (n: int) { sum = sum + n; seen += (sizeof(seen), n); if (sum > 0) { goto High; } }
  }
  state High { on eAdd do (n: int) { sum = sum + n; assert sum < 3, "three"; } defer eEnd; }
}
machine Client { start state S { entry (p: (machine, int)) { if ($) { send p.0, eAdd, p.1; } } } }
'''


def made(t):
    t.write('a.p', MODEL)
    t.check('-q', '-Woff', 'a.p', '--json=t.json').expect(1)
    check(len(t.json('t.json')['results'][0]['trace']['steps']) == 6, 'another trace')


def step(t, commands, *args, code=0, **how):
    t.write('commands', '\n'.join(commands) + '\n')
    r = t.run('replay', '--step', '-Woff', 't.json', '--script=commands', *args, **how)
    check(r.code == code, r)
    return r


def explore(t, commands, *args, code=0):
    t.write('a.p', MODEL)
    t.write('commands', '\n'.join(commands) + '\n')
    r = t.run('explore', '-Woff', 'a.p', '--script=commands', *args)
    check(r.code == code, r)
    return r


def prompts(r):
    """Where each command was given."""
    return [int(n) for n in re.findall(r'^\((\d+)\) ', r.out, re.M)]


@test
def forward_and_back(t):
    made(t)
    r = step(t, ['next', 'next 2', 'back', 'next 100', 'back 100', 'goto 4', 'goto 2', 'quit'], code=2)
    # 100 steps are more than there are, and it says so.
    check(prompts(r) == [0, 1, 3, 2, 6, 0, 4, 2], r)
    r.has('a run of 6 steps', "the run is over; 'back' goes back\n", '       violated: assertion failed: three  a.p:9\n')
    r.has('    6  Client(1.3) -> Counter(1.1) eAdd(2)\n')


@test
def the_same_after_going_back(t):
    made(t)
    a = step(t, ['goto 5', 'show']).out.split('(5) show\n')[1]
    b = step(t, ['goto 6', 'back', 'back 3', 'next 3', 'show']).out.split('(5) show\n')[1]
    check(a == b and 'sum = 1' in a, a + b)


@cases(('machine', 'Client', [3, 4]), ('one', 'Client(1.3)', [4, 6]), ('event', 'eAdd', [3, 4, 5, 6]),
       ('state', 'High', [5, 6]), ('state of', 'Counter.High', [5, 6]), ('counter', 'Counter', [2, 5, 6]))
def stops(t, name, where):
    made(t)
    r = step(t, [f'break {name}', 'break'] + ['run'] * len(where))
    r.has(f'    1  {name}\n')
    found = prompts(r)[3:]
    # The machine that sends is not the one whose step it is.
    wanted = [n for n in where if not (name.startswith('Client(') and n == 6)]
    wanted = [n for n in wanted if not (name.endswith('High') and n == 6)]
    check([n for n in found if n < 6] == [n for n in wanted if n < 6], f'{found} for {where}\n{r.out}')
    r = step(t, [f'until {name}'])
    check(prompts(r)[1] == wanted[0] and f'stops for {name}' in r.out, r)


@test
def breakpoints_come_and_go(t):
    made(t)
    r = step(t, ['break eAdd', 'break Counter', 'delete 1', 'break', 'run', 'delete', 'break', 'run'])
    r.has('    1  Counter\n', 'no breakpoints')
    check(prompts(r)[-1] == 6 and prompts(r)[5] == 2, r)


@cases(('command', 'nxt', "there is no command 'nxt'; did you mean 'next'?"),
       ('unknown', 'zzzzzz', "there is no command 'zzzzzz'; 'help' lists them"),
       ('count', 'next x', 'expected a number'), ('minus', 'next -1', 'expected a number'),
       ('goto', 'goto', 'goto needs the number of a step'), ('goto where', 'goto x', ') goto x\nexpected a number\n(0) next'),
       ('long line', 'next ' + 5000 * '1', ') the line is too long\n\n(0) next'),
       ('do minus', 'do -18446744073709551615', "'list' shows what can happen next, 'do N' takes step N"),
       ('huge choice', 'do 1 4294967296', 'choices are numbers, starting at 0'), ('back', 'back', 'this is the beginning'),
       ('do', 'do 77', "there is no step 77; 'list' shows what can happen next"), ('number', '9', "there is no step 9; 'list' shows what can happen next"),
       ('do what', 'do', "'list' shows what can happen next, 'do N' takes step N"),
       ('choices', 'do 1 x', 'choices are numbers, starting at 0'), ('more choices', 'do 1 0 0 0', 'the step has other choices'),
       ('break', 'break Countr', "there is no machine, state or event 'Countr'; did you mean 'Counter'?"),
       ('until', 'until', "there is no machine, state or event ''"),
       ('delete', 'delete 3', 'there is no such breakpoint'), ('show', 'show Nobody', "there is no such machine; 'show' shows all"),
       ('save', 'save', 'save needs the name of a file'), ('save over', 'save ./a.p', 'that would overwrite the model'), ('save where', 'save no/where', 'No such file or directory'))
def commands_that_make_no_sense(t, command, why):
    made(t)
    r = step(t, [command, 'next'], code=2)
    r.has(why + '\n', '    1  Main(1) starts\n')  # and it goes on


@test
def further_than_the_end(t):
    made(t)
    r = step(t, ['goto 999', 'back 6', 'goto 6'], code=2)
    r.has(') goto 999\nthe run has 6 steps; went to the last\n    6  Client(1.3) -> Counter(1.1) eAdd(2)\n')
    check(r.out.count('went to the last') == 1, r)


@test
def looking_around(t):
    made(t)
    r = step(t, ['goto 5', 'show Counter', 'print Counter: sum * 10 + sizeof(seen)', 'print Client: 1 + 1', 'show'])
    r.has('  Counter(1.1) in state High, idle\n         sum = 1\n         seen = [1]\n',
          '  Counter(1.1): 11\n', '  Client(1.2): 2\n  Client(1.3): 2\n',
          '  in flight: Client(1.3) -> Counter(1.1) eAdd(2)\n')
    r = step(t, ['goto 5', 'print Client(1.3): 7', 'print Counter(1.1): sum'])
    r.has('  Client(1.3): 7\n', '  Counter(1.1): 1\n').lacks('Client(1.2): 7')
    r = step(t, ['print Counter: summ'], code=2)
    check("no variable named 'summ'" in r.err and "did you mean 'sum'?" in r.err, r)
    r = step(t, ['print Client: 1', 'next', 'print Client: 1'])
    r.has('  there is no such machine yet\n', '  Client(1.2): -\n')  # made, and not yet begun


BOUND = MODEL.replace('machine Counter {', 'machine Fake {').replace(
    'machine Client', 'machine Counter { start state S { ignore eAdd; } }\nmachine Client') + (
    'test t [main=Main]: { Main, Client, Fake -> Counter };\n')


@test
def a_machine_by_the_name_that_is_seen(t):
    """It is made as a Counter, and is a Fake: both names will do."""
    t.write('a.p', BOUND)
    r = t.check('-q', '-Woff', 'a.p', '--json=t.json')
    check(r.code == 1, r)
    r = step(t, ['until Fake', 'until Counter', 'print Counter: sum + 1', 'print Fake: sum + 1', 'show Counter', 'show Fake', 'break Counter.High'])
    check(r.out.count('  Counter(1.1): ') == 2 and r.out.count('  Counter(1.1) in state') == 2, r)
    for name in 'Counter', 'Fake', 'Counter(1.1)':
        t.check('-Woff', 'a.p', f'--hide={name}').lacks('Counter(1.1) starts')
        t.check('-Woff', 'a.p', f'--hide={name}.sum').lacks(' sum = ').has('Counter(1.1) starts')


@test
def what_else_could_happen(t):
    made(t)
    r = step(t, ['goto 2', 'list', 'goto 4', 'list'])
    first, second = r.out.split('list\n')[1:]
    # The client begins, one way or the other; the trace takes the second.
    check(re.findall(r'^ +(\d+)([ *]) (.*)$', first, re.M)[:2] ==
          [('1', ' ', 'Client(1.2) starts: $ is false'), ('2', '*', 'Client(1.2) starts: $ is true')], r)
    check(sorted(x for _, x in re.findall(r'^ +\d+([ *]) (.*)$', second, re.M)) ==
          ['Client(1.2) -> Counter(1.1) eAdd(1)', 'Client(1.3) -> Counter(1.1) eAdd(2)'], r)


@test
def leaving_the_trace_and_coming_back(t):
    made(t)
    r = step(t, ['goto 2', 'do 1', 'list', 'back', 'next', 'goto 6'])
    r.has('violated: assertion failed: three')
    check(prompts(r) == [0, 2, 3, 3, 2, 3, 6], r)


@test
def by_chance(t):
    """Without a trace, next and run take any step; the same in every session."""
    r = explore(t, ['next 3', 'back', 'next', 'run', 'next'], code=2)
    check(prompts(r)[:4] == [0, 3, 2, 3] and prompts(r)[4] >= 4, r)
    r.has("the run is over; 'back' goes back\n")
    again = explore(t, ['next 3', 'back', 'next', 'run', 'next'], code=2)
    check(r.out == again.out, again)
    # Each run ends within six steps, and only those in which both clients send are violated.
    seen = {explore(t, ['next', 'back'] * k + ['run']).out.count('violated') for k in range(12)}
    check(seen == {0, 1}, f'{seen}')
    r = explore(t, ['until Client'])
    check(prompts(r)[1] == 3 and 'stops for Client' in r.out, r)


@test
def a_saved_run_overwrites_nothing(t):
    made(t)
    model, trace = open(t.path('a.p')).read(), open(t.path('t.json')).read()
    r = step(t, ['save a.p', 'save t.json', 'save ./a.p'], code=2)
    check(r.out.count('that would overwrite the model\n') == 2 and 'that would overwrite the trace\n' in r.out, r)
    check(open(t.path('a.p')).read() == model and open(t.path('t.json')).read() == trace, 'overwritten')


@test
def exploring(t):
    r = explore(t, ['1', '1', 'do 2', '2', 'list', '2', '1', 'save run.json'])
    check(prompts(r) == [0, 1, 2, 3, 4, 4, 5, 6, 6], r)
    r.has('violated: assertion failed: three', '6 steps written; run them again with: synod replay run.json\n')
    t.run('replay', '-q', '-Woff', 'run.json').expect(1, 'DefaultImpl: violated again: assertion failed\n', '')


@test
def saved_where_a_shell_must_be_told(t):
    explore(t, ['1', 'save it\'s it.json']).has("run them again with: synod replay 'it'\\''s it.json'\n")
    t.run('replay', '-q', '-Woff', "it's it.json").expect(0)


@test
def a_saved_run_that_is_fine(t):
    explore(t, ['1', '1', '1', '1', 'list', 'save run.json']).has('the run ends here', 'no step is enabled')
    t.run('replay', '-q', '-Woff', 'run.json').expect(0, 'DefaultImpl: the run does not fail\n', '')
    t.write('a.p', MODEL.replace('if ($) { send p.0, eAdd, p.1; }', 'if ($) { send p.0, eAdd, p.1; } assert p.1 < 2;'))
    r = t.run('replay', '-q', '-Woff', 'run.json')
    r.expect(1).has('DefaultImpl: the run now fails: assertion failed\n')


@test
def exploring_with_faults(t):
    r = explore(t, ['1', '1', '2', '2', 'list'], '--faults=loss=1,crash=1:Counter', '--network=bag')
    last = r.out.split('list\n')[-1]
    for title in 'Client(1.2) -> Counter(1.1) eAdd(1)\n', 'Client(1.2) -> Counter(1.1) eAdd(1) is lost\n', 'Counter(1.1) crashes\n':
        check(title in last, r)


@test
def explicit_choices(t):
    t.write('b.p', 'machine Main { var n: int; start state S { entry { n = choose(300); assert n != 257, "found"; } } }\n')
    t.write('commands', 'list\ndo 1 257\n')
    r = t.run('explore', '-Woff', 'b.p', '--script=commands')
    check(r.code == 0, r)
    r.has('choose gives 0\n', '... and more', 'choose gives 257', 'violated: assertion failed: found')


@test
def a_move_with_many_ways(t):
    """A million ways are not all tried, and do not hide what others can do."""
    t.write('b.p', 'event eA: int;\nmachine Main { var n: int; start state S { entry { new A((this, 0)); new A((this, 1)); }\n'
            '  on eA do (k: int) { assert k == 0, "found"; n = choose(10000) * 10000 + choose(10000); } } }\n'
            'machine A { start state S { entry (p: (machine, int)) { send p.0, eA, p.1; } } }\n')
    t.write('commands', '1\n1\n1\n101\n')
    r = t.run('explore', '-Woff', 'b.p', '--script=commands')
    check(r.code == 0, r)
    r.has('  100  A(1.1) -> Main(1) eA(0): choose gives 0, ', '  101  A(1.2) -> Main(1) eA(1)\n', '... and more', 'violated: assertion failed: found')
    t.write('c.p', 'machine Main { var n: int; start state S { entry { n = choose(100); } } }\n')
    t.write('commands', 'list\n')
    t.run('explore', '-Woff', 'c.p', '--script=commands').has('  100  Main(1) starts: ').lacks('... and more')


@test
def a_run_that_fails_before_it_begins(t):
    t.write('b.p', 'event eA;\nspec W observes eA { var n: int; start state S { entry { n = 1; assert false, "found"; } ignore eA; } }\n'
            'machine Main { start state S { entry { announce eA; } } }\ntest t [main=Main]: assert W in { Main };\n')
    t.write('commands', 'show\nshow W\nprint W: n\nlist\ntrace\nsave run.json\nbreak W\n')
    r = t.run('explore', '-Woff', 'b.p', '--script=commands')
    check(r.code == 0, r)
    r.has('violated: assertion failed: found', '  spec W: not yet begun\n', '  there is no such machine yet\n', 'no step is enabled')
    t.run('replay', '-q', '-Woff', 'run.json').expect(1, 't: violated again: assertion failed\n', '')


@test
def which_test(t):
    t.write('a.p', MODEL + 'test tA [main=Main]: { Main, Counter, Client };\ntest tB [main=Main]: { Main, Counter, Client };\n')
    t.run('explore', '-Woff', 'a.p').expect(2, '', 'synod: error: there are 2 tests; choose one with --test: tA tB\n')
    t.write('commands', 'quit\n')
    t.run('explore', '-Woff', 'a.p', '-t', 'tB', '--script=commands').expect(0).has('tB; ')
    t.run('explore', '-Woff', 'a.p', '-t', 'tC').expect(2)
    t.run('explore', '-Woff', 'a.p', '-t', 'tB', '--script=none').expect(
        2, '', "synod: error: cannot read 'none': No such file or directory\n")


@test
def several_traces(t):
    t.write('a.p', MODEL + 'test tA [main=Main]: { Main, Counter, Client };\ntest tB [main=Main]: { Main, Counter, Client };\n')
    t.check('-q', '-Woff', 'a.p', '--json=t.json').expect(1)
    r = step(t, ['quit'])
    check('select one with --test' in r.err and r.out.startswith('tA: '), r)
    r = step(t, ['quit'], '-t', 'tB')
    check(r.err == '' and r.out.startswith('tB: '), r)


@test
def help_lists_everything(t):
    made(t)
    r = step(t, ['help'])
    for word in 'next back goto run until break delete list do show print trace save help quit'.split():
        r.has(f'\n  {word} ')


@test
def from_the_standard_input(t):
    made(t)
    child = t.start('replay', '--step', '-Woff', 't.json', stdin=-1)
    child.stdin.write(b'next\ntrace\n# a remark\n\nquit\n')
    child.stdin.close()
    child.stdin = None
    r = t.finish(child)
    check(r.code == 0 and prompts(r) == [0, 1, 1, 1, 1], r)


# ---- Loops ----

@test
def a_loop_is_saved_as_a_loop(t):
    t.write('a.p', LASSO)
    t.check('-q', 'a.p', '--json=t.json').expect(1)
    given = t.json('t.json')['results'][0]
    loop = given['trace']['loop']
    r = step(t, ['run', 'save s.json', 'back', 'save part.json'])
    check(r.out.count(f'       the run repeats from step {loop + 1}\n') == 1, r)
    r.has('       violated: liveness: spec Finishes can stay hot forever, in state Waiting  a.p:10\n'
          '       Finishes has been hot since step 2, and waits for eDone\n')
    saved = t.json('s.json')['results'][0]
    check(saved['trace']['steps'] == given['trace']['steps'] and saved['trace']['loop'] == loop, f'{saved}')
    check(saved['violation']['kind'] == 'liveness', f'{saved["violation"]}')
    t.replay('-q', 's.json').expect(1, 'tLasso: violated again: liveness\n')
    part = t.json('part.json')['results'][0]
    check('violation' not in part and part['trace']['loop'] is None, f'{part}')


@test
def a_loop_is_told_while_stepping(t):
    t.write('a.p', LASSO)
    t.check('-q', 'a.p', '--json=t.json').expect(1)
    loop = t.json('t.json')['results'][0]['trace']['loop']
    r = step(t, [f'goto {loop}', 'next 99', 'next', f'goto {loop}', 'list', '1', 'trace'], code=2)
    check(r.out.count('       the following steps repeat forever:\n    3  ') == 3, r)  # next, 1, trace
    told = f"the loop ends here; 'goto {loop}' goes back to where it begins, 'list' shows what else could happen\n"
    check(r.out.count(told) == 2, r)
    check(r.out.count('violated: liveness') == 1, r)


@test
def the_end_of_a_hot_run_is_told(t):
    t.write('a.p', LASSO.replace('send this, eTick; goto Even; } }\n  state Odd', 'goto Even; } }\n  state Odd').replace(
        'send this, eTick; goto Odd;', 'goto Odd;'))
    t.check('-q', 'a.p', '--json=t.json').expect(1)
    r = step(t, ['run'])
    r.has('       violated: liveness: spec Finishes is in hot state Waiting when the run ends  a.p:10\n'
          '       Finishes has been hot since step 2, and waits for eDone\n').lacks('did last')
    r = t.replay('--step', '--why', '-Woff', 't.json', '--script=commands').expect(0)
    r.has('       what each machine did last:\n         Main(1) in state Odd: step ')


@cases(('goto', 'goto x', 'expected a number'), ('choice', '1 4294967296', 'choices are numbers, starting at 0'))
def numbers_that_are_none(t, command, complaint):
    made(t)
    r = step(t, [command], code=2)
    check(r.out.splitlines()[1:3] == [f'(0) {command}', complaint], r)
    check(r.out.splitlines()[3:] == ['(0) '], r)


if __name__ == '__main__':
    sys.exit(harness.main())
