#!/usr/bin/env python3
"""Tests of what `synod check` finds and hands on: files of results, traces, `synod replay`.

harness.py says how to run the tests.
"""
import copy
import json
import os
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
import harness
from harness import Skip, cases, check, test
from models import AGAIN, FIFO, LASSO, OUTCOMES, PARAMS, PATHS, PING, PONGS, RACE_FAILS, RELAY

# ---- JSON ----

TEXT, COUNTED, FLAG = (str,), (int,), (bool,)
PLACE = {'file': (str, type(None)), 'line': (int, type(None)), 'column': (int, type(None))}
SHAPES = {
    'file': {'schema': COUNTED, 'synod': TEXT, 'inputs': (list,), 'strict_p': FLAG,
             'fingerprint': TEXT, 'messages': (list,), 'results': (list,)},
    'result': {'test': TEXT, 'engine': TEXT, 'verdict': TEXT, 'reason': (str, type(None)),
               'states': COUNTED, 'transitions': COUNTED, 'depth': COUNTED, 'terminal': COUNTED,
               'outside': COUNTED, 'deeper': COUNTED, 'narrowed_choices': COUNTED, 'split_steps': COUNTED,
               'schedules': COUNTED, 'behaviours': COUNTED, 'cut': COUNTED, 'options': (dict,), 'coverage': (dict,), 'local_steps': COUNTED,
               'memory': COUNTED, 'seconds': (float, int), 'command': TEXT,
               'budget': (float, int, type(None)), 'notices': (list,)},
    'coverage': {'states': (dict,), 'handlers': (dict,), 'events': (dict,), 'branches': (dict,),
                 'machines': (list,), 'receives': (list,), 'scenarios': (list,), 'lines': (list,),
                 'vacuous': (list,), 'hollow': FLAG},
    'violation': {'kind': TEXT, 'message': TEXT, **PLACE, 'machine': (str, type(None)),
                  'state': (str, type(None)), 'event': (str, type(None))},
    'trace': {'network': TEXT, 'crash': (dict,), 'loss': (dict,), 'dup': (dict,),
              'strict_quiescence': FLAG, 'loop': (int, type(None)), 'shrunk_from': (int, type(None)),
              'machines': (list,), 'messages': (list,), 'begin': (dict,), 'steps': (list,)},
    'budget': {'budget': COUNTED, 'of': (list, type(None))},
    'machine': {'name': TEXT, 'path': (str, type(None)), 'type': TEXT, 'kind': TEXT, 'born': COUNTED},
    'message': {'event': TEXT, 'payload': (str, type(None)), 'from': (int, type(None)), 'to': (int, type(None)),
                'sent': COUNTED, 'arrived': (int, type(None)), 'handled': (int, type(None)), 'fate': TEXT,
                'copy_of': (int, type(None)), **PLACE},
    'begin': {'actions': (list,), 'changes': (list,)},
    'step': {'move': TEXT, 'machine': TEXT, 'index': COUNTED, 'choices': (list,), 'title': TEXT,
             'who': (int, type(None)), 'message': (int, type(None)), 'actions': (list,), 'changes': (list,),
             'enabled': (list,), 'more_enabled': COUNTED, 'causes': (list,), 'is_why': FLAG},
    'action': {'kind': TEXT, 'text': TEXT, **PLACE, 'who': (int, type(None)), 'message': (int, type(None))},
    'change': {'who': COUNTED, 'what': TEXT, 'name': TEXT, 'before': (str, type(None)), 'after': TEXT, 'text': TEXT},
}
FATES = {'pending', 'queued', 'handled', 'ignored', 'lost', 'void'}
CHANGES = {'state', 'variable', 'queue', 'status'}
MOVES = {'act', 'deliver', 'crash', 'lose', 'dup'}
ACTIONS = {'start', 'handle', 'receive', 'keep', 'ignore', 'raise', 'enter', 'send', 'new', 'announce',
           'print', 'wait', 'halt', 'choice', 'arrive', 'more'}


def has_shape(what, value, more=()):
    shape = SHAPES[what]
    check(set(value) == set(shape) | set(more), f'{what} has {sorted(value)}')
    for key, types in shape.items():
        check(type(value[key]) in types, f'{what}: {key} is {value[key]!r}')


def check_result(x):
    violated = x['verdict'] == 'violated'
    undecided = ('why', 'try', 'tried', 'random_runs') if x['verdict'] == 'unknown' else ()
    has_shape('result', x, ('violation', 'trace') if violated else undecided)
    has_shape('coverage', x['coverage'])
    check(x['verdict'] in ('exhausted', 'violated', 'unknown', 'sampled'), x['verdict'])
    check(x['engine'] in ('explicit', 'sample'), x['engine'])
    check((x['reason'] is not None) == (x['verdict'] == 'unknown'), f'{x["verdict"]}: {x["reason"]!r}')
    if not violated:
        return
    trace = x['trace']
    has_shape('violation', x['violation'], ('hot_since', 'waits_for') if x['violation']['kind'] == 'liveness' else ())
    has_shape('trace', trace)
    for key in 'crash', 'loss', 'dup':
        has_shape('budget', trace[key])
    has_shape('begin', trace['begin'])
    for step in trace['steps']:
        has_shape('step', step)
        check(step['move'] in MOVES, step['move'])
        check(re.fullmatch(r'1(\.\d+)*', step['machine']), step['machine'])
        check(all(type(c) is int for c in step['choices']), f'{step["choices"]}')
    for action in sum((s['actions'] for s in trace['steps']), trace['begin']['actions']):
        has_shape('action', action)
        check(action['kind'] in ACTIONS, action['kind'])
    for change in sum((s['changes'] for s in trace['steps']), trace['begin']['changes']):
        has_shape('change', change)
        check(change['what'] in CHANGES, change['what'])
    for machine in trace['machines']:
        has_shape('machine', machine)
        check((machine['kind'] == 'spec') == (machine['path'] is None), f'{machine}')
    for message in trace['messages']:
        has_shape('message', message)
        check(message['fate'] in FATES, message['fate'])


def check_file(t, name):
    data = t.json(name)
    has_shape('file', data)
    check(data['schema'] == 2 and re.fullmatch('[0-9a-f]{16}', data['fingerprint']), f'{data}')
    for x in data['results']:
        check_result(x)
    return data


@cases(('explicit', ['--max-states=20'], ['exhausted', 'violated', 'unknown', 'exhausted', 'violated']),
       ('sample', ['--engine=sample', '--schedules=3', '--max-steps=9'],
        ['sampled', 'violated', 'sampled', 'sampled', 'violated']))
def json_results(t, options, verdicts):
    t.write('a.p', OUTCOMES)
    r = t.check('a.p', *options, '--json=out.json').expect(1, err='')
    data = check_file(t, 'out.json')
    version = t.run('--version').out.split()[1]
    check((data['synod'], data['inputs'], data['strict_p']) == (version, ['a.p'], False), f'{data}')
    check([x['test'] for x in data['results']] == ['tFine', 'tWrong', 'tEndless', 'tGood', 'tBad'], r)
    check([x['verdict'] for x in data['results']] == verdicts, r)
    check(data['results'][0]['terminal'] == (1 if 'exhausted' in verdicts else 0), f'{data}')
    violation = data['results'][1]['violation']
    check(violation == {'kind': 'assertion', 'message': 'always', 'file': 'a.p', 'line': 2,
                        'column': 41, 'machine': 'Wrong(1)', 'state': 'S', 'event': None},
          f'{violation}')


@test
def json_fields_are_documented(t):
    text = open(f'{harness.ROOT}/docs/json.md').read()
    words = set(re.findall(r'`([a-z_-]+)`', text))
    fields = set().union(*(x for x in SHAPES.values())) | {'violation', 'trace'}
    missing = (fields | MOVES | ACTIONS | FATES | CHANGES) - words
    check(not missing, f'docs/json.md lacks {sorted(missing)}')


@cases(('several', ['m/b.p', 'm/a.p']), ('folder', ['m']), ('strict', ['m', '--strict-p']))
def json_says_what_was_checked(t, args):
    events, rest = PING.split('machine Main', 1)
    t.write('m/a.p', events)
    t.write('m/b.p', 'machine Main' + rest)
    t.check('-q', *args, '--json=out.json').expect(0, '', '')
    data = check_file(t, 'out.json')
    check(data['inputs'] == [x for x in args if x[0] != '-'], f'{data["inputs"]}')
    check(data['strict_p'] == ('--strict-p' in args), f'{data}')


@test
def json_of_the_folder_one_is_in(t):
    t.write('m/a.p', OUTCOMES)
    t.check('-q', '--json=../out.json', '-t', 'tBad', cwd=t.path('m')).expect(1)
    check(check_file(t, 'out.json')['inputs'] == [], 'inputs that nobody gave')
    t.replay('-q', '../out.json', cwd=t.path('m')).expect(
        1, 'tBad: violated again: assertion failed\n', '')


@test
def json_fingerprint_is_of_the_text(t):
    prints = {}
    for name, text in ('a.p', PING), ('b.p', PING), ('c.p', PING + '\n'):
        t.write(name, text)
        t.check('-q', name, '--json=out.json').expect(0)
        prints[name] = t.json('out.json')['fingerprint']
    check(prints['a.p'] == prints['b.p'] != prints['c.p'], f'{prints}')


SPECIAL = '''event eSay: string;
machine Main {
  var s: string;
  start state S {
    entry { s = "q\\" b\\\\ n\\n t\\t é→\U0001f600 \\u0001 end"; print s; send this, eSay, s; }
    on eSay do (x: string) { assert x == "", x; }
  }
}
'''


@test
def json_special_characters(t):
    name = 'a"b\\ é.p'
    t.write(name, SPECIAL)
    r = t.check(name, '--json=o"ut.json').expect(1)
    data = check_file(t, 'o"ut.json')
    check(data['inputs'] == [name], f'{data["inputs"]}')
    violation = data['results'][0]['violation']
    check(violation['message'] == 'q" b\\ n\n t\t é→\U0001f600 \x01 end', f'{violation}')
    check(violation['file'] == name, f'{violation}')
    quoted = r'"q\" b\\ n\n t\t é→' + '\U0001f600' + r' \u0001 end"'
    texts = [a['text'] for s in data['results'][0]['trace']['steps'] for a in s['actions'] + s['changes']]
    for text in f'prints {quoted}', f'sends eSay({quoted}) to Main(1)', f's = {quoted} (was "")':
        check(text in texts, f'{text!r} is not in {texts}')
        r.has(text)
    t.replay('-q', 'o"ut.json').expect(1, AGAIN, '')


@test
def json_nul(t):
    t.write('a.p', SPECIAL.replace('é', '\\0 é'))
    r = t.check('a.p', '--json=out.json').expect(1)
    check(b'\0' not in r.raw_out, 'a raw NUL')
    data = check_file(t, 'out.json')
    check('\\u0000' in data['results'][0]['trace']['steps'][0]['actions'][0]['text'], f'{data}')
    t.replay('-q', 'out.json').expect(1, AGAIN, '')


@cases(('folder', 'no/out.json', 'No such file or directory'), ('is-folder', '.', 'Is a directory'),
       ('empty', '', 'No such file or directory'), ('full', '/dev/full', 'No space left on device'))
def json_cannot_be_written(t, path, why):
    t.write('a.p', OUTCOMES)
    if path == '/dev/full' and not os.path.exists(path):
        raise Skip('no /dev/full')
    for name in 'tFine', 'tWrong':
        # What cannot even be opened is noticed before hours are spent; what is violated is said first.
        r = t.check('-q', 'a.p', '-t', name, f'--json={path}').expect(1 if (path, name) == ('/dev/full', 'tWrong') else 2)
        check(r.err == f"synod: error: cannot write '{path}': {why}\n", r)


@test
def json_replaces_a_file(t):
    t.write('a.p', PING)
    t.write('out.json', 'x' * 100_000)
    t.check('-q', 'a.p', '--json=out.json').expect(0, '', '')
    check_file(t, 'out.json')


@test
def json_has_the_options(t):
    t.write('a.p', PING + ''.join(f'spec W{i} observes ePing {{ start state S {{ ignore ePing; }} }}\n'
                                  for i in range(20)))
    faults = 'loss=1:ePong:ePing,dup=1:ePing,crash=3:Main:Server'
    x = t.result('a.p', '--network=p2p', f'--faults={faults}', code=1)['trace']
    found = [x[k] for k in ('network', 'crash', 'loss', 'dup', 'strict_quiescence')]
    check(found == ['p2p', {'budget': 3, 'of': ['Main', 'Server']},
                    {'budget': 1, 'of': ['ePing', 'ePong']}, {'budget': 1, 'of': ['ePing']}, False],
          f'{found}')
    x = t.result('a.p', '--faults=loss=1', code=1)['trace']
    check(x['loss'] == {'budget': 1, 'of': None} and x['crash'] == {'budget': 0, 'of': None}, f'{x}')


# ---- Traces ----

STORY = '''event eAdd: (by: int, why: string);
enum tMood { CALM = 0, ANGRY = 5 }
machine Main {
  var total: int;
  var seen: seq[string];
  var mood: tMood;
  start state Init {
    entry {
      var k: machine;
      k = new Kid((up = this, n = 2));
      print format("made {0}", k);
    }
    on eAdd do (x: (by: int, why: string)) {
      total = total + x.by;
      seen += (0, x.why);
      mood = ANGRY;
      goto Next, total;
    }
  }
  state Next {
    entry (n: int) { send this, eAdd, (by = n, why = ""); }
    on eAdd do { assert total != 2, format("total is {0} after {1}", total, seen); }
  }
}
machine Kid {
  start state Go {
    entry (p: (up: machine, n: int)) {
      if ($) { send p.up, eAdd, (by = p.n, why = "just so"); }
      raise halt;
    }
  }
}
'''
STORY_TRACE = '''DefaultImpl: violated: assertion failed at a.p:22: total is 2 after (just so)
    1  Main(1) starts
         creates Kid(1.1) with (up=Main(1), n=2)                        a.p:10
         prints "made Kid(1.1)"                                         a.p:11
    2  Kid(1.1) starts
         $ is true                                                      a.p:28
         sends eAdd(by=2, why="just so") to Main(1)                     a.p:28
         raises halt                                                    a.p:29
         halts
    3  Kid(1.1) -> Main(1) eAdd(by=2, why="just so")
         enters state Next                                              a.p:20
         sends eAdd(by=2, why="") to Main(1)                            a.p:21
         total = 2 (was 0)
         seen += "just so"
         mood = ANGRY (was CALM)
    4  Main(1) -> Main(1) eAdd(by=2, why="")
       Main(1) in state Next, handling eAdd: assertion failed: total is 2 after (just so)  a.p:22
'''


@test
def trace_text(t):
    t.write('a.p', STORY)
    r = t.check('-Woff', 'a.p').expect(1, err='')
    verdict, _, trace = r.out.split('\n', 2)
    check(f'{verdict}\n{trace}' == STORY_TRACE, r)


@test
def trace_is_the_same_in_json(t):
    t.write('a.p', STORY)
    x = t.result('a.p', code=1)
    lines = []
    for i, step in enumerate(x['trace']['steps']):
        lines.append(f'{i + 1:5}  {step["title"]}')
        for a in step['actions']:
            line = f'         {a["text"]}'
            lines.append(line if a['file'] is None else f'{line:72}{a["file"]}:{a["line"]}')
        lines += [f'         {c["text"]}' for c in step['changes'] if c['what'] == 'variable' and c['before']]
    check(lines == STORY_TRACE.splitlines()[1:-1], '\n'.join(lines))
    v = x['violation']
    check((v['machine'], v['state'], v['event'], v['line']) == ('Main(1)', 'Next', 'eAdd', 22), f'{v}')
    check([s['choices'] for s in x['trace']['steps']] == [[], [1], [], []], f'{x["trace"]}')


@test
def trace_of_a_lasso(t):
    t.write('a.p', LASSO)
    r = t.check('-Woff', 'a.p', '--json=out.json').expect(1, err='')
    r.has('tLasso: violated: liveness at a.p:10: ', '       the following steps repeat forever:\n',
          'spec Finishes enters state Waiting')
    loop = check_file(t, 'out.json')['results'][0]['trace']['loop']
    check(type(loop) is int, f'{loop}')
    r.has(f'       the run repeats from step {loop + 1}\n',
          '       Finishes has been hot since step 2, and waits for eDone\n')
    r.lacks('still in flight')  # what one round sends arrives in the next
    at = r.out.index('repeat forever:\n')
    check(re.match(rf' +{loop + 1}  ', r.out[at + len('repeat forever:\n'):]), r)


# The receiver handles the first message in a step of the sender: a spec is watching.
WHO = '''event eA: int;
machine Main {
  start state MainState {
    entry { new Sender(this); }
    on eA do (n: int) { assert n != 1, "n is 1"; }
  }
}
machine Sender {
  start state SenderState { entry (up: machine) { send up, eA, 1; send up, eA, 2; } }
}
spec Watch observes eA { start state W { ignore eA; } }
'''
SPEC = '''event eA: int;
machine Main {
  start state MainState { entry { send this, eA, 1; } on eA goto Next; }
  state Next { entry { send this, eA, 2; } ignore eA; }
}
spec Two observes eA { start state Never { on eA do (n: int) { assert n != 2, "two"; } } }
'''


@test
def traces_say_who(t):
    t.write('a.p', WHO)
    r = t.check('a.p').expect(1)
    last = [line for line in r.out.splitlines() if 'still in flight' not in line][-1]
    check(last == '       Main(1) in state MainState, handling eA: assertion failed: n is 1  a.p:5', r)
    # What Main does is never listed below a title that is about Sender, without a name.
    title = ''
    for line in r.out.splitlines()[1:-1]:
        if re.match(r' +\d+  ', line):
            title = line.split('  ')[-1]
        elif 'handles eA' in line or 'receives eA' in line:
            check('Main(1) handles' in line or title.startswith('Main(1)'), r)
    t.write('b.p', SPEC)
    r = t.check('b.p').expect(1)
    last = [line for line in r.out.splitlines() if 'still in flight' not in line][-1]
    check(last == '       Two in state Never, handling eA: assertion failed: two  b.p:6', r)
    v = t.result('b.p', code=1)['violation']
    check((v['machine'], v['state'], v['event']) == ('Two', 'Never', 'eA'), f'{v}')


# Which machine came to be first differs between the search and the run that it finds.
SAME_PLACE = '''event eA: int;
machine Main {
  var n: int;
  start state S {
    entry { if ($) new FIRST(this); else new SECOND(this); new One(this); }
    on eA do (k: int) { n = n * 2 + k; assert n != 5, "five"; }
  }
}
machine One { start state S { entry (up: machine) { send up, eA, 0; } } }
machine Two { start state S { entry (up: machine) { send up, eA, 2; send up, eA, 1; } } }
'''


@cases(('two', 'Two', 'One'), ('one', 'One', 'Two'))
def violations_replay(t, first, second):
    t.write('a.p', SAME_PLACE.replace('FIRST', first).replace('SECOND', second))
    for options in ([], ['--search=dfs'], ['--network=p2p'], ['--network=causal'], ['--network=bag'],
                    ['--faults=crash=1,loss=1'], ['--engine=sample', '--seed=3'],
                    ['--engine=sample', '--strategy=pct'],
                    ['--engine=sample', '--strategy=pos', '-j2']):
        t.check('-q', 'a.p', *options, '--json=out.json').expect(
            1, 'DefaultImpl: violated: assertion failed at a.p:6: five\n', '')
        t.replay('-q', 'out.json').expect(1, AGAIN, '')


# ---- Replay ----

@test
def replay(t):
    t.write('a.p', STORY)
    t.check('-q', '-Woff', 'a.p', '--json=out.json').expect(1)
    # The same text as when it was found, but for the first line.
    t.replay('-Woff', 'out.json').expect(
        1, STORY_TRACE.split('\n', 1)[1] + AGAIN, '')
    t.replay('-Woff', '-q', 'out.json').expect(1, AGAIN, '')


@cases(('lasso', LASSO, [], 'tLasso', 'liveness'),
       ('crash', PING, ['--faults=crash=1:Server'], None, 'deadlock'),
       ('loss', PING, ['--faults=loss=1', '--network=causal'], None, 'deadlock'),
       ('dup', PONGS.replace('MOST', '0'), ['--faults=dup=1:ePong'], None, 'assertion failed'),
       ('network', RELAY, ['--network=p2p'], None, 'assertion failed'),
       ('bag', FIFO, ['--network=bag'], None, 'assertion failed'),
       ('dfs', RACE_FAILS, ['--search=dfs', '--network=p2p'], None, 'assertion failed'),
       ('choices', PATHS, [], None, 'assertion failed'))
def replay_of(t, model, options, name, title):
    t.write('a.p', model)
    r = t.check('-Woff', 'a.p', *options, '--json=out.json').expect(1)
    trace = re.sub(r'^ +\d+ steps, shrunk to \d+\n', '', r.out.split('\n', 2)[2])
    t.replay('-Woff', 'out.json').expect(
        1, f'{trace}{name or "DefaultImpl"}: violated again: {title}\n', '')


@test
def replay_of_several(t):
    t.write('a.p', OUTCOMES)
    t.check('-q', 'a.p', '--max-states=20', '--json=out.json').expect(1)
    t.replay('-q', 'out.json').expect(
        1, 'tWrong: violated again: assertion failed\ntBad: violated again: assertion failed\n', '')
    t.replay('-q', 'out.json', '-t', 'tBad').expect(1, 'tBad: violated again: assertion failed\n', '')
    for name in 'tFine', 'tEndless', 't[FG]*':
        t.replay('out.json', '-t', name).expect(0, 'nothing to replay: the test was not violated\n', '')
    t.replay('-q', 'out.json', '-t', 'tFine').expect(0, '', '')
    for name in 'tNone', 'x*':
        t.replay('-q', 'out.json', '-t', name).expect(2, '', 'synod: error: the file has no result of that test\n')


@test
def replay_of_the_runs_of_a_test(t):
    t.write('a.p', PARAMS)
    t.check('-q', '-Woff', 'a.p', '--json=out.json').expect(1)
    t.replay('-q', '-Woff', 'out.json', '-t', 'tAllMore___n_3').expect(
        1, 'tAllMore___n_3: violated again: assertion failed\n', '')
    t.replay('-q', '-Woff', 'out.json', '-t', 'tAll').expect(
        1, ''.join(f'tAll___n_3__b_{b}: violated again: assertion failed\n'
                   for b in ('true', 'false')), '')


@test
def replay_with_a_model(t):
    t.write('m/a.p', OUTCOMES)
    t.check('-q', 'a.p', '-t', 'tBad', '--json=../out.json', cwd=t.path('m')).expect(1)
    why = 'a.p: error: cannot open: No such file or directory\n'
    hint = ('synod: the model of the trace was not found; name it: synod replay out.json MODEL...\n')
    t.replay('-q', 'out.json').expect(2, '', why + 'synod: 1 error\n' + hint)
    t.replay('-q', 'out.json', 'a.p').expect(2, '', why + 'synod: 1 error\n')
    t.write('m/b.json', open(t.path('out.json')).read())
    t.write('m/c/a.p', 'machine')  # there is one, but it is wrong
    r = t.replay('-q', '../b.json', cwd=t.path('m/c')).expect(2, '')
    check('name it: ' not in r.err, r)
    shutil.rmtree(t.path('m/c'))
    for path in 'm/a.p', 'm':
        t.replay('-q', 'out.json', path).expect(1, 'tBad: violated again: assertion failed\n', '')
    events = OUTCOMES.index('event eNext')
    t.write('x/1.p', OUTCOMES[:events])
    t.write('x/2.p', OUTCOMES[events:])
    t.replay('-q', 'out.json', 'x/1.p', 'x/2.p').expect(1).has('tBad: violated again')


@test
def replay_with_a_script_and_no_steps(t):
    t.write('a.p', OUTCOMES)
    t.write('s', 'end\n')
    t.check('-q', 'a.p', '-t', 'tBad', '--json=out.json').expect(1)
    idle = 'synod: --script has no effect without --step\n'
    t.replay('out.json', '--script=s').expect(1, err=idle)
    t.replay('-q', 'out.json', '--script=s').expect(1, err='')
    check(idle not in t.replay('out.json', '--step', '--script=s').err, 'it has one')
    check(idle not in t.run('explore', '-t', 'tBad', 'a.p', '--script=s').err, 'it has one')


@test
def replay_with_strict_p(t):
    t.write('a.p', OUTCOMES)
    t.check('-q', '--strict-p', 'a.p', '-t', 'tBad', '--json=out.json').expect(1)
    t.write('a.p', OUTCOMES + 'invariant yes: true;\n')
    t.replay('-q', 'out.json').expect(2, '').has('--strict-p')


CHANGED = 'synod: warning: the model has changed since the trace was made\n'


@cases(
    ('comment', [('event eA', '// A\nevent eA')], 1,
     AGAIN, CHANGED),
    ('fixed', [('n != 1', 'n != 9')], 0, 'DefaultImpl: the run no longer fails\n', CHANGED),
    ('other-kind', [('assert n != 1, "n is 1"', 'print format("{0}", 1 / (n - 1))')], 1,
     'DefaultImpl: the run fails differently: division-by-zero, not assertion\n', CHANGED),
    ('no-machine', [('new Sender(this);', '')], 2, '',
     CHANGED + 'synod: error: the trace of DefaultImpl does not fit the model: '
     'step 2: it names a machine that does not exist\n'),
    ('no-send', [('send up, eA, 1; send up, eA, 2;', '')], 2, '',
     CHANGED + 'synod: error: the trace of DefaultImpl does not fit the model: '
     'step 3: it takes a step that is not enabled\n'),
    ('no-test', [('machine Main', 'machine Mian')], 2, '',
     CHANGED + "synod: error: there is no test named 'DefaultImpl'\n"),
    ('broken', [('new Sender', 'new Sendr')], 2, '', None),
)
def replay_of_a_changed_model(t, changes, code, out, err):
    t.write('a.p', WHO)
    t.check('-q', 'a.p', '--json=out.json').expect(1)
    text = WHO
    for old, new in changes:
        check(old in text, f'no {old!r}')
        text = text.replace(old, new)
    t.write('a.p', text)
    r = t.replay('-q', '-Woff', 'out.json').expect(code, out, err)
    check(r.err != '' and 'synod: fault' not in r.err, r)


@test
def replay_of_several_in_a_changed_model(t):
    t.write('a.p', OUTCOMES)
    t.check('-q', 'a.p', '--max-states=20', '--json=out.json').expect(1)
    again = 'violated again: assertion failed\n'
    t.write('a.p', OUTCOMES.replace('test tWrong [main=Wrong]: { Wrong };', ''))
    t.replay('-q', 'out.json').expect(
        2, f'tBad: {again}', CHANGED + "synod: error: there is no test named 'tWrong'; the tests are: tFine tEndless tGood tBad\n")
    t.write('a.p', OUTCOMES.replace('test tBad [main=Wrong]: { Wrong };', ''))
    t.replay('-q', 'out.json').expect(
        2, f'tWrong: {again}', CHANGED + "synod: error: there is no test named 'tBad'; the tests are: tFine tWrong tEndless tGood\n")
    for fixed in 'tWrong', 'tBad':
        t.write('a.p', OUTCOMES.replace(f'test {fixed} [main=Wrong]: {{ Wrong }}',
                                        f'test {fixed} [main=Fine]: {{ Fine }}'))
        t.replay('-q', 'out.json').expect(1, ''.join(
            f'{x}: ' + ('the run no longer fails\n' if x == fixed else again)
            for x in ('tWrong', 'tBad')), CHANGED)


@test
def replay_when_what_may_fail_has_gone(t):
    t.write('a.p', PING)
    t.check('-q', 'a.p', '--faults=crash=1:Server', '--json=out.json').expect(1)
    t.write('a.p', PING.replace('Server', 'Serves'))
    t.replay('-q', 'out.json').expect(
        2, '', CHANGED + "synod: error: --faults: there is no machine named 'Server'; "
        "did you mean 'Serves'?\n")


def recorded(t):
    """A file with a trace that has all there is to a trace."""
    t.write('a.p', PING)
    t.check('-q', 'a.p', '--faults=crash=1:Server', '--json=out.json').expect(1)
    t.replay('-q', 'out.json').expect(1)
    return t.json('out.json')


def changed_at(data, path, change):
    data = copy.deepcopy(data)
    at = data
    for key in path[:-1]:
        at = at[key]
    change(at, path[-1])
    return data


FIRST, TRACED = ('results', 0), ('results', 0, 'trace')
NEEDED = {
    **{(x,): x for x in ('schema', 'inputs', 'strict_p', 'fingerprint', 'results')},
    FIRST + ('test',): 'test', FIRST + ('violation', 'kind'): 'kind',
    **{TRACED + (x,): x for x in ('network', 'strict_quiescence', 'loop', 'steps')},
    **{TRACED + (x, y): y for x in ('crash', 'loss', 'dup') for y in ('budget', 'of')},
    **{TRACED + ('steps', 1, x): x for x in ('move', 'machine', 'index', 'choices')},
}


@cases(*(('.'.join(map(str, path)), path, word) for path, word in NEEDED.items()))
def replay_needs_every_field(t, path, word):
    data = recorded(t)
    def remove(at, key):
        del at[key]
    def put(value):
        return lambda at, key: at.__setitem__(key, value)
    for change in remove, put({}), put(-1), put(1.5):
        t.write('x.json', json.dumps(changed_at(data, path, change)))
        t.replay('-q', 'x.json').expect(
            2, '', f'synod: error: cannot replay \'x.json\': its "{word}" is missing or malformed\n')


@cases(*((x, x) for x in ('crash', 'loss', 'dup')))
def replay_needs_every_budget(t, name):
    data = recorded(t)
    del data['results'][0]['trace'][name]
    t.write('x.json', json.dumps(data))
    t.replay('-q', 'x.json').expect(
        2, '', 'synod: error: cannot replay \'x.json\': its "budget" is missing or malformed\n')


@test
def replay_needs_no_other_field(t):
    data = recorded(t)
    for path in (('synod',), *(FIRST + (x,) for x in ('engine', 'verdict', 'states', 'seconds')),
                 TRACED + ('begin',), TRACED + ('steps', 0, 'title'), TRACED + ('steps', 0, 'actions')):
        data = changed_at(data, path, lambda at, key: at.pop(key))
    data['more'] = data['results'][0]['trace']['more'] = {'later': 'versions'}
    t.write('x.json', json.dumps(data))
    t.replay('-q', 'x.json').expect(1, 'DefaultImpl: violated again: deadlock\n', '')


@cases(('network', TRACED + ('network',), 'tin-cans', "there is no network 'tin-cans'"),
       ('move', TRACED + ('steps', 0, 'move'), 'jump', 'its "move" is missing or malformed'),
       ('machine', TRACED + ('steps', 0, 'machine'), '1.7', 'it names a machine that does not exist'),
       ('path', TRACED + ('steps', 0, 'machine'), '', 'it names a machine that does not exist'),
       ('index', TRACED + ('steps', 0, 'index'), 3, 'it takes a step that is not enabled'),
       ('large-index', TRACED + ('steps', 0, 'index'), 2**32, 'its "index" is missing or malformed'),
       ('choices', TRACED + ('steps', 0, 'choices'), [1], 'its choices do not fit the step'),
       ('bad-choices', TRACED + ('steps', 0, 'choices'), ['x'], 'its "choices" is missing or malformed'),
       ('budget', TRACED + ('crash', 'budget'), 256, 'its "budget" is missing or malformed'),
       ('no-budget', TRACED + ('crash', 'budget'), 0, 'it takes a step that is not enabled'),
       ('not-of', TRACED + ('crash', 'of'), ['Main'], 'trace of DefaultImpl does not fit the model: '),
       ('of', TRACED + ('crash', 'of'), ['Nobody'], "there is no machine named 'Nobody'"),
       ('bad-of', TRACED + ('crash', 'of'), [3], 'its "of" is missing or malformed'),
       ('loop', TRACED + ('loop',), 1, 'its loop does not close'),
       ('long-loop', TRACED + ('loop',), 1000, 'its "loop" is missing or malformed'),
       ('step', TRACED + ('steps',), [3], 'its "move" is missing or malformed'),
       ('schema', ('schema',), 3, 'it has schema 3, and this Synod reads schemas 1 to 2'),
       ('test', FIRST + ('test',), 'tNone', "there is no test named 'tNone'"))
def replay_of_nonsense(t, path, value, why):
    data = changed_at(recorded(t), path, lambda at, key: at.__setitem__(key, value))
    t.write('x.json', json.dumps(data))
    t.replay('-q', 'x.json').expect(2, '').has(why)


OTHER = 'it is not a file that --json wrote\n'


@cases(('empty', '', OTHER), ('open', '{', 'line 1: '), ('text', 'tBad: violated\n', OTHER),
       ('number', '3', OTHER), ('page', '<!doctype html>\n', OTHER), ('comma', '{\n"schema": 1,\n"inputs": [,]\n}\n', 'line 3: '),
       ('twice', '{\n"schema": 1,\n"schema": 1}', 'line 3: '),
       ('rest', '{"schema": 1}\n\n}', 'line 3: '),
       ('not-utf8', b'{\n\n"schema\xff": 1}', 'line 3: '), ('nul', b'{"schema": \0 1}', 'line 1: '),
       ('list', '[]', OTHER), ('object', '{}', 'its "schema" is missing or malformed'),
       ('deep', '{"a":' * 100_000, 'line 1: '), ('model', PING, OTHER))
def replay_of_no_trace_file(t, text, why):
    t.write('x.json', text)
    r = t.replay('x.json').expect(2, '').bounded(1000)
    check(r.err.startswith(f"synod: error: cannot replay 'x.json': {why}"), r)
    check(r.err.count('\n') == 1, r)


@test
def replay_of_a_pipe(t):
    recorded(t)
    child = t.start('replay', '/dev/stdin', stdin=subprocess.PIPE)
    child.stdin.write(b' \n' + open(t.path('out.json'), 'rb').read())
    t.finish(child).expect(1).has('violated again')


@test
def replay_of_a_part_of_a_file(t):
    recorded(t)
    text = open(t.path('out.json')).read()
    for part in range(1, 10):
        t.write('x.json', text[:len(text) * part // 10])
        t.replay('x.json').expect(2, '').has("cannot replay 'x.json': line ")


@test
def replay_without_a_trace(t):
    t.write('a.p', PING)
    t.check('-q', 'a.p', '--json=out.json').expect(0)
    words = 'nothing to replay: no test was violated\n'
    t.replay('out.json').expect(0, words, '')
    t.replay('-q', 'out.json').expect(0, '', '')
    t.replay('--step', 'out.json').expect(0, words, '')
    t.replay('out.json', '--html=p.html').expect(0, words, "synod: 'p.html' was not written\n")
    check(not os.path.exists(t.path('p.html')), 'a page')
    os.remove(t.path('a.p'))
    t.replay('out.json').expect(0, words, '')  # the model does not matter
    t.write('a.p', 'machine Main {\n')
    t.check('-q', 'a.p', '--json=out.json').expect(2)
    t.replay('out.json').expect(2, '', 'synod: error: the file has no results\n')


@test
def replay_without_a_file(t):
    t.write('a.p', PING)
    t.replay().expect(2, '', 'synod: error: replay needs a file that --json wrote\n')
    why = "synod: error: cannot replay 'no.json': No such file or directory\n"
    t.replay('no.json').expect(2, '', why)
    t.replay('a.p/x').expect(2, '', "synod: error: cannot replay 'a.p/x': Not a directory\n")
    t.replay('.').expect(2, '').has("cannot replay '.': ")
    t.replay('--max-states=3', 'no.json').complaint("'--max-states' does not apply to 'synod replay'")


if __name__ == '__main__':
    sys.exit(harness.main())
