"""Where results are written, beside the terminal.  How to run it: harness.py."""
import json
import os
import shlex
import signal

import harness
from harness import Skip, cases, check, closed_pipe, need_little_memory, test
from models import COUNT, OUTCOMES, PING


def verdicts(data):
    return [(x['test'], x['verdict']) for x in data['results']]


# ---- Where to ----

@test
def standard_output_has_nothing_else(t):
    t.write('a.p', OUTCOMES)
    r = t.check('a.p', '--max-states=20', '--json=-').expect(1)
    check([x for x, _ in verdicts(json.loads(r.out))] == ['tFine', 'tWrong', 'tEndless', 'tGood', 'tBad'], r)
    plain = t.check('a.p', '--max-states=20').expect(1, err='')

    def words(text):
        return [x.split(',')[0] for x in text.splitlines() if ': ' in x]
    check(words(r.err) == words(plain.out), r)
    check(not os.path.exists(t.path('-')), 'a file called -')


@test
def standard_output_is_full(t):
    t.write('a.p', PING)
    if not os.path.exists('/dev/full'):
        raise Skip('no /dev/full')
    with open('/dev/full', 'wb') as full:
        t.check('-q', 'a.p', '--json=-', stdout=full).expect(
            2, err='synod: error: cannot write to standard output: No space left on device\n')


@cases(('file', 'a.p'), ('link', 'link'), ('hard-link', 'hard'))
def the_model_is_not_overwritten(t, name):
    t.write('a.p', PING)
    os.symlink('a.p', t.path('link'))
    os.link(t.path('a.p'), t.path('hard'))
    t.check('a.p', f'--json={name}').expect(
        2, '', f"synod: error: --json would overwrite the model: '{name}'\n")
    check(open(t.path('a.p')).read() == PING, 'it was')


@test
def a_pipe_will_do(t):
    t.write('a.p', PING)
    os.mkfifo(t.path('pipe'))
    child = t.start('check', '-q', 'a.p', '--json=pipe')
    with open(t.path('pipe')) as f:
        data = json.load(f)
    t.finish(child).expect(0, '', '')
    check(verdicts(data) == [('DefaultImpl', 'exhausted')], f'{data}')


@test
def a_closed_pipe_does_not_keep_files_from_being_written(t):
    t.write('a.p', OUTCOMES)
    with closed_pipe() as nobody:
        t.check('a.p', '--max-states=20', '--json=r.json', '--html=r.html', stdout=nobody).expect(1, err='')
        check(len(t.json('r.json')['results']) == 5 and len(t.page_data('r.html')['report']['results']) == 5, 'not all')
        t.check('a.p', '-t', 'tFine', '--junit=r.xml', stdout=nobody).expect(0, err='')
        check('<testcase' in open(t.path('r.xml')).read(), 'no test')
        t.replay('r.json', '--html=again.html', stdout=nobody).expect(1, err='')
        check(len(t.page_data('again.html')['report']['results']) == 2, 'not both')


@test
def without_a_file_a_closed_pipe_ends_the_check(t):
    t.write('a.p', OUTCOMES)
    with closed_pipe() as nobody:
        for args in (['a.p'], ['a.p', '--json=-']):
            t.check('--max-states=20', *args, stdout=nobody, codes=(-signal.SIGPIPE,))


# ---- The command that comes to the same result ----

@cases(('plain', ['a.p'], 'a.p'), ('quoted', ["it's a $(model).p"], "it's a $(model).p"),
       ('dash', ['--', '-a.p'], '-a.p'),
       ('options', ['a.p', '--network=bag', '--faults=loss=1:eNext,crash=2', '--no-deadlock',
                    '--max-states=20', '--search=dfs'], 'a.p'),
       ('no-influence', ['a.p', '-j2', '--progress', '--color=never', '--max-states=20'], 'a.p'),
       ('sample', ['a.p', '--engine=sample', '--schedules=7', '--seed=5', '--max-steps=9'], 'a.p'))
def command(t, args, name):
    t.write(name, OUTCOMES)
    options = ['--max-states=20', '-Woff', '--json=one.json']
    if '--max-states=20' in args:
        options.remove('--max-states=20')
    # Of a sample that fails it is chance how far the other threads have come.
    alone = ['-j1'] if '--engine=sample' in args else []
    t.check(*options, *alone, *args)
    for x in t.json('one.json')['results']:
        words = shlex.split(x['command'])
        check(words[:4] == ['synod', 'check', '-t', x['test']], x['command'])
        t.check('-q', '-Woff', '--json=two.json', *alone, *words[2:], env={'IFS': ''})
        [y] = t.json('two.json')['results']
        for z in x, y:
            del z['seconds'], z['memory']
        check(x == y, f'{x}\n{y}')
    check('--progress' not in x['command'] and 'json' not in x['command'], x['command'])


@test
def command_of_the_folder_one_is_in(t):
    t.write('m/a.p', PING)
    t.check('-q', '--json=out.json', cwd=t.path('m')).expect(0)
    check(t.json('m/out.json')['results'][0]['command'] == 'synod check -t DefaultImpl', 'another')


# ---- When it ends early ----

@test
def no_memory_is_a_result_like_others(t):
    t.write('a.p', COUNT)
    r = t.check('a.p', '--engine=explicit', '--json=out.json', before=need_little_memory(t)).expect(3)
    [x] = t.json('out.json')['results']
    check((x['verdict'], x['reason']) == ('unknown', 'the system has no memory left'), f'{x}')
    check(x['states'] > 1000 and f' after {x["states"]:,} states' in r.out, r)
    check(x['command'] == 'synod check -t DefaultImpl --engine=explicit a.p', f'{x}')


@test
def no_memory_with_a_result_that_has_no_room(t):
    """The options of the test take more than was put aside: its result is left out."""
    names = [f'e{"x" * 200}{i}' for i in range(600)]
    t.write('a.p', OUTCOMES + ''.join(f'event {x};\n' for x in names))
    t.check('-q', '-Woff', 'a.p', '--engine=explicit', '--faults=loss=0:' + ':'.join(names), '--json=out.json',
            before=need_little_memory(t)).expect(1)
    check(verdicts(t.json('out.json'))[:2] == [('tFine', 'exhausted'), ('tWrong', 'violated')],
          'not those before it')


if __name__ == '__main__':
    raise SystemExit(harness.main())
