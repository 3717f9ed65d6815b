#!/usr/bin/env python3
"""Models in C: their command line, every kind of verdict, traces, replay, `synod check model.c`.

model_c.c has the models.  harness.py says how to run the tests.
"""
import atexit
import functools
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import xml.etree.ElementTree as xml

sys.dont_write_bytecode = True
import harness
from harness import Skip, cases, check, closed_pipe, test

try:
    from jsonschema import Draft202012Validator
except ImportError:
    Draft202012Validator = None

TIME = r'\d+\.\d\d s'
LOCK = threading.Lock()


@functools.lru_cache(None)
def compiled():
    """The folder of model_c.c and of the program made of it, which is called model."""
    if shutil.which('cc') is None:
        raise Skip('no C compiler')
    folder = tempfile.mkdtemp(prefix='synod-model-')
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    shutil.copy(f'{harness.ROOT}/tests/cli/model_c.c', folder)
    r = subprocess.run([harness.SYNOD, 'check', '-Wall', '-Wextra', '-Werror', 'model_c.c', '-o', 'model', '--list-tests'],
                       cwd=folder, capture_output=True, check=False, text=True)
    check(r.returncode == 0 and r.stdout.startswith('one\nfine\n'), r.stdout + r.stderr)
    return folder


def model(t, *args, **how):
    with LOCK:
        folder = compiled()
    return t.run(*args, **{'program': f'{folder}/model', 'cwd': folder, **how})


def line_of(text):
    """The number of the only line of the model that has TEXT in it."""
    with open(f'{harness.ROOT}/tests/cli/model_c.c', encoding='utf-8') as f:
        found = [i for i, line in enumerate(f, 1) if text in line]
    check(len(found) == 1, f'{text!r} is on lines {found}')
    return found[0]


def at(text):
    return f'model_c.c:{line_of(text)}'


def first_line(r):
    return r.out.split('\n')[0]


# ---- Verdicts ----

@cases(('one', ['one'], 0, f'one: holds: exhausted, the only execution, {TIME}'),
       ('all', ['fine'], 0, f'fine: holds: exhausted, all 2 executions, {TIME}'),
       # Who assumed wrongly blocks; who did not waits for ever: both are blocked, and no violation unless asked for.
       ('blocked', ['stuck'], 0, f'stuck: holds: exhausted, all 0 executions and 1 blocked one, and 1 more in which a thread waits for ever: --deadlock shows one, {TIME}\n'
        '       vacuous: no execution ends: all are blocked; see --deadlock'),
       ('model', ['fine', '--network=mbox'], 0, f'fine: holds: exhausted, all 2 executions, {TIME} \\(network mbox\\)'),
       ('eager', ['fine', '--eager', '--network=bag'], 0,
        f'fine: holds: exhausted, all \\d+ executions( and \\d+ blocked ones?)?, {TIME} \\(network bag, eager\\)'),
       ('lose', ['lossy', '--lose=1'], 0,
        f'lossy: holds: exhausted, the only execution, and 1 more in which a thread waits for ever: --deadlock shows one, {TIME} \\(loss=1\\)'),
       ('no losses', ['lossy'], 0, f'lossy: holds: exhausted, the only execution, {TIME}'),
       ('sampled', ['seven', '--engine=sample', '--samples=300', '--seed=3'], 0,
        f'seven: sampled: no violation in 300 executions, {TIME}; there are about 5,000 in all'),
       ('executions', ['seven', '--max-executions=100'], 3,
        f'seven: unknown: the execution limit was reached after 100 executions, {TIME}; no violation so far; '
        'there are about 5,000 in all'),
       ('time', ['twenty', '--max-time=1'], 3,
        f'twenty: unknown: the time limit was reached after [0-9,]+ executions, [1-9]\\.\\d\\d s; no violation so far; '
        'there are about 2e\\+18 in all'),
       ('memory', ['twenty', '--max-memory=1'], 3,
        f'twenty: unknown: the memory limit was reached after [0-9,]+ executions, {TIME}; no violation so far; '
        'there are about 2e\\+18 in all'),
       ('events', ['endless', '--max-events=50'], 3,
        f'endless: unknown: a thread did not end within 50 events \\(see --max-depth\\) after 0 executions, {TIME}; '
        'no violation so far'))
def a_verdict_is_one_sentence(t, args, code, line):
    model(t, *args).expect(code).matches(line + '\n')


@cases(('left-to-right', '--schedule=left-to-right'), ('random', '--schedule=random', '--seed=7'),
       ('two processes', '-j2'), ('asyn', '--model=asyn'), ('causal', '--model=causal'), ('mbox', '--model=mbox'))
def seven_factorial_by_any_way(t, *args):
    model(t, 'seven', *args).expect(0).has('all 5,040 executions, ')


CRASHES = {'segv': 'SIGSEGV at address 0x0', 'fpe': 'SIGFPE', 'aborts': 'SIGABRT',
           'overflow': 'stack overflow (64 KiB; see --stack-size)'}
RECEIVE = 'static void receive_from'  # its last line is the last call before crashes and loops


def kind_cases():
    yield 'wrong', [], 'assertion', 'assertion failed', 'syn_assert(who', 'it was 2', 'wrong(0)'
    yield 'monitor', [], 'assertion', 'assertion failed', 'syn_assert(++*votes', 'vote 2, by thread 3', 'once(1)'
    yield 'at_end', [], 'assertion', 'assertion failed', 'syn_assert(value', '2 was published', None
    yield 'misuse', [], 'misuse', 'incorrect use of Synod', 'syn_nondet(0)', \
        'syn_nondet has no alternatives', 'misuse(0)'
    yield 'content', [], 'content', 'unexpected content', 'syn_int(syn_recv()); /* of three bytes */', \
        'the message with tag BYTES from content(0) has 3 bytes, not 4', 'content(0)'
    yield 'unread', ['--unread'], 'unread', 'unread messages', None, 'unread(0) ended and left ASK(1) in its mailbox', 'unread(0)'
    yield 'loop', ['--step-time=1'], 'loop', 'endless loop', RECEIVE, \
        'runs for 1 s without calling Synod: an endless loop', 'loop(0)'
    for name, text in CRASHES.items():
        yield name, [], 'crash', 'crashed', RECEIVE, f'{text}, after this call', f'{name}(0)'


@cases(*((row[0], row) for row in kind_cases()))
def a_failure_is_told_in_every_form(t, row):
    name, args, kind, title, place, text, who = row
    files = [f'--{x}={t.path(x)}' for x in ('json', 'html', 'junit', 'trace')]
    r = model(t, name, *args, *files).expect(1)
    line = line_of(place) + (5 if place == RECEIVE else 0) if place is not None else None
    where = f' at model_c.c:{line}' if line else ''
    check(first_line(r) == f'{name}: violated: {title}{where}: {text}', r)
    result = t.json('json')['results'][0]
    violation = {'kind': kind, 'message': text, 'file': 'model_c.c' if line else None, 'line': line,
                 'machine': who, 'state': None, 'event': None}
    check({k: v for k, v in result['violation'].items() if k != 'column'} == violation, str(result['violation']))
    check(t.page_data('html')['report'] == t.json('json'), 'the page has another report')
    failure = xml.parse(t.path('junit')).find('.//failure')
    check(failure.get('type') == kind and failure.get('message').endswith(text), str(failure.attrib))
    recorded = t.json('trace')
    check((recorded['test'], recorded['fault'], recorded['text']) == (name, kind, text), str(recorded))


@test
def a_deadlock_names_who_waits_for_what(t):
    r = model(t, 'stuck', '--deadlock').expect(1)
    check(first_line(r) == f'stuck: violated: deadlock: stuck(0) waits for voter(1) to end ({at("syn_join(voter)")}); '
          f'voter(1) waits for a message: tag VOTE (model_c.c:{line_of("syn_assume(syn_flip())") + 2})', r)
    r.has('         waits for voter(1) to end', '         waits for a message: tag VOTE')


@test
def losing_a_message_is_a_step(t):
    r = model(t, 'lossy', '--lose=1', '--deadlock', f'--json={t.path("json")}').expect(1)
    r.has('carrier(1) -> lossy(0) ASK(5) is lost\n', 'found after 1 execution and 1 blocked one, ', ' (loss=1)\n')
    trace = t.json('json')['results'][0]['trace']
    check([s['move'] for s in trace['steps']].count('lose') == 1, str(trace['steps']))
    check(trace['messages'][0]['fate'] == 'lost' and trace['messages'][0]['arrived'] is None, str(trace['messages']))


@cases(('one process',), ('two processes', '-j2'))
def keep_going_counts_and_shows_the_first(t, *args):
    # Two of three clients are not the first: two executions fail, and one is complete.
    model(t, 'wrong', '--keep-going', *args).expect(1).has(
        'wrong: violated: assertion failed', 'found after 1 execution and 2 blocked ones, ', '; 2 executions fail')


@cases(('one process',), ('two processes', '-j2'))
def a_model_that_keeps_state_is_refused(t, *args):
    r = model(t, 'hidden', *args, f'--json={t.path("json")}').expect(2)
    check(first_line(r) == 'hidden: error: the model is not deterministic: thread 0 (hidden) behaves differently when it runs again: '
          f'first it receives any message at model_c.c:{line_of("if (begun++ > 0)") + 2}, now it '
          f'spawns thread 2 (client) at {at("return syn_spawn_with(&s)")}', r)
    r.has('       no random numbers, no addresses in messages, no variables that outlive it\n')
    check(t.json('json')['results'][0]['verdict'] == 'refused', 'not refused')


@test
def what_threads_share_is_no_violation(t):
    """The counter is what it was when the first thread is run again, and differs when they run in their order."""
    r = model(t, 'shared', f'--json={t.path("json")}').expect(2)
    check(re.match(r'shared: error: the model is not deterministic: thread 0 \(shared\) behaves differently when it runs '
                   r'again: .* fails: \d+ have counted', r.out), r)
    check(t.json('json')['results'][0]['verdict'] == 'refused', 'not refused')


# ---- Traces ----

@test
def a_trace_in_full(t):
    r = model(t, 'wrong').expect(1)
    def line(text, place):
        return f'         {text}'.ljust(72) + place + '\n'
    spawn = at('return syn_spawn_with(&s)')
    r.matches(re.escape(
        f'wrong: violated: assertion failed at {at("syn_assert(who")}: it was 2\n'
        '    1  wrong(0) starts\n' +
        line('spawns client(1)', spawn) + line('spawns client(2)', spawn) + line('spawns idle(3)', spawn) +
        line('all are there', at('all are there')) +
        '    2  client(2) starts\n' +
        line('sends ASK(2) to wrong(0)', at('(int)syn_self());')) +
        '         ends\n'
        '    3  client(2) -> wrong(0) ASK(2)\n' +
        line('receives ASK(2)', at('int who = ')) +
        f'       wrong(0): assertion failed: it was 2  {at("syn_assert(who")}\n') +
        f'       found after 1 execution, {TIME}\n'
        '       to replay it:    (.*/model) wrong --trace=wrong.trace; \\1 --replay=wrong.trace\n'
        '       in a debugger:   gdb --args \\1 --replay=wrong.trace\n')


@test
def no_more_traces_than_wanted(t):
    first = f'wrong: violated: assertion failed at {at("syn_assert(who")}: it was 2\n'
    model(t, 'wrong', '--max-traces=0').expect(1, first + '1 trace is not shown; --max-traces=1 shows it\n')
    model(t, 'wrong', '-q').expect(1, first)


@test
def only_the_causal_past_is_told_unless_all_is_asked_for(t):
    some = model(t, 'part').expect(1).has('client(3) starts')
    some.lacks('client(1) starts', 'client(2) starts', 'client(4) starts')
    check(some.out.count(' starts\n') == 2, some)
    every = model(t, 'part', '--all-events').expect(1)
    every.has('client(1) starts', 'client(4) starts', 'never received: client(1) -> part(0) ASK(1)')
    steps = re.findall(r'^ +\d+  (.*)', every.out, re.M)
    check(steps[-1] == 'client(3) -> part(0) ASK(3)', every)


@test
def a_monitor_sees_what_others_do(t):
    r = model(t, 'monitor').expect(1)
    r.has('voter(2) -> once(1) send of VOTE(for=1) from voter(2) to monitor(0)',
          '         sees send of VOTE(for=1) from voter(3) to monitor(0)\n')
    r.lacks('sends send', 'wanting')


@test
def threads_are_machines_of_the_report(t):
    model(t, 'wrong', f'--json={t.path("json")}').expect(1)
    trace = t.json('json')['results'][0]['trace']
    check([(m['name'], m['path'], m['type'], m['born']) for m in trace['machines']] ==
          [('wrong(0)', '1', 'wrong', 0), ('client(1)', '1.1', 'client', 1), ('client(2)', '1.2', 'client', 1),
           ('idle(3)', '1.3', 'idle', 1)], str(trace['machines']))
    message = trace['messages'][0]
    check((message['event'], message['payload'], message['from'], message['to'], message['sent'], message['arrived']) ==
          ('ASK', '(2)', 2, 0, 2, 3), str(message))
    check([(s['move'], s['machine'], s['causes']) for s in trace['steps']] ==
          [('act', '1', [0]), ('act', '1.2', [1]), ('deliver', '1.2', [1, 2])], str(trace['steps']))


@test
def the_source_is_on_the_page(t):
    model(t, 'fine', 'wrong', f'--html={t.path("html")}').expect(1)
    data = t.page_data('html')
    check([s['file'] for s in data['sources']] == ['model_c.c'], str([s['file'] for s in data['sources']]))
    check('static void wrong(void *arg)' in data['sources'][0]['text'], 'another text')
    check([r['verdict'] for r in data['report']['results']] == ['exhausted', 'violated'], 'other verdicts')


@test
def a_source_that_is_gone_still_has_lines(t):
    r = model(t, 'wrong', '--html=page.html', cwd=t.folder).expect(1)
    r.has(f'violated: assertion failed at {at("syn_assert(who")}: it was 2')
    text = t.page_data('page.html')['sources'][0]['text']
    check(set(text) == {'\n'} and len(text) > line_of('syn_assert(who'), 'no blank lines')


@test
def json_is_as_the_schema_says(t):
    if Draft202012Validator is None:
        raise Skip('no python3-jsonschema')
    with open(f'{harness.ROOT}/docs/synod.schema.json', encoding='utf-8') as f:
        validator = Draft202012Validator(json.load(f))
    runs = [['one', 'wrong', 'stuck', 'segv', 'hidden', 'monitor', 'at_end', '--deadlock', '--trace=' + t.path('trace')],
            ['seven', '--engine=sample', '--samples=10'], ['twenty', '--max-executions=5'],
            ['lossy', '--lose=1', '--deadlock'], ['unread', '--unread', '--all-events'], ['--replay=' + t.path('trace')]]
    for args in runs:
        model(t, *args, f'--json={t.path("json")}')
        for error in validator.iter_errors(t.json('json')):
            raise harness.Failure(f'{args}: {list(error.path)}: {error.message[:500]}')


@test
def json_goes_to_the_standard_output(t):
    r = model(t, 'wrong', '--json=-').expect(1)
    check(json.loads(r.out)['results'][0]['verdict'] == 'violated', r)
    check('wrong: violated: ' in r.err, r)


# ---- Replay ----

def recorded(t, name, *args, code=1):
    model(t, name, '-q', *args, f'--trace={t.path("trace")}').expect(code)
    return t.json('trace')


def replayed(t, data, **how):
    t.write('changed', json.dumps(data))
    return model(t, f'--replay={t.path("changed")}', **how)


@cases(('wrong', 'wrong', [], 'assertion failed'), ('stuck', 'stuck', ['--deadlock'], 'deadlock'),
       ('unread', 'unread', ['--unread'], 'unread messages'), ('monitor', 'monitor', [], 'assertion failed'),
       ('at_end', 'at_end', [], 'assertion failed'), ('lossy', 'lossy', ['--lose=1', '--deadlock'], 'deadlock'),
       ('content', 'content', [], 'unexpected content'), ('mbox', 'wrong', ['--model=mbox'], 'assertion failed'))
def what_was_recorded_fails_again(t, name, args, title):
    recorded(t, name, *args)
    r = model(t, f'--replay={t.path("trace")}').expect(1)
    check(r.out.endswith(f'{name}: violated again: {title}\n'), r)


@cases(*((name, name) for name in CRASHES))
def what_crashed_crashes_the_process(t, name):
    recorded(t, name)
    r = model(t, f'--replay={t.path("trace")}', codes=range(-64, 5))
    check(f'{name}: violated again: crashed\n' in r.out, r)
    check(r.code == 1 if name == 'aborts' else r.code in (-signal.SIGSEGV, -signal.SIGBUS, -signal.SIGFPE), r)


@test
def a_replay_runs_straight_through(t):
    recorded(t, 'straight')
    r = model(t, f'--replay={t.path("trace")}').expect(1)
    place = at('syn_fail("both')
    r.expect(1, err=f'begins\nclient 1\nsent 1\nclient 2\nsent 2\nreceived\n{place}: both were there\n')
    check(r.out.endswith('straight: violated again: assertion failed\n'), r)


@test
def a_run_that_is_mended_does_not_fail(t):
    data = recorded(t, 'straight')
    r = replayed(t, {**data, 'test': 'fine'}).expect(0)
    check(r.out == 'fine: the run does not fail any more\n', r)


@test
def a_run_that_fails_in_another_way_says_so(t):
    data = recorded(t, 'wrong')
    r = replayed(t, {**data, 'fault': 'crash'}).expect(1)
    r.has('wrong: the run fails differently: assertion, not crash\n')


@cases(('kind', 3, ['1.2', 'choose', 0], 'event 4: thread 1.2 sends, but in the file it chooses'),
       ('thread', 3, ['1.7', 'send'], 'event 4: there is no thread 1.7'),
       ('source', 4, ['1', 'receive', 2], 'event 5: thread 1 does not receive the message that the file names'),
       ('nothing', 4, ['1', 'receive', None], 'event 5: thread 1 does not receive the message that the file names'))
def a_trace_of_another_model_does_not_fit(t, index, event, why):
    data = recorded(t, 'wrong')
    check(data['events'][3:] == [['1.2', 'send'], ['1', 'receive', 4]], str(data['events']))
    data['events'][index] = event
    r = replayed(t, data).expect(2)
    check(r.out == f'wrong: error: the trace does not fit the model, which may have changed since: {why}\n', r)


@test
def a_choice_that_is_too_large_does_not_fit(t):
    data = recorded(t, 'at_end')
    data['events'] = [[*e[:2], 3] if e[1] == 'choose' else e for e in data['events']]
    replayed(t, data).expect(2).has('event 2: thread 1.1 has only 3 alternatives')


def broken(**changes):
    data = {'synod_trace': 1, 'test': 'wrong', 'fault': 'assertion', 'text': 'it was 2', 'network': 'p2p', 'lose': 0, 'stack_size': 65536,
            'events': [['1', 'spawn']]}
    data.update(changes)
    return json.dumps({k: v for k, v in data.items() if v is not None})


@cases(('empty', '', "line 1: '[' or '{' expected near end of file"),
       ('cut', '{"synod_trace": 1,', "line 1: string or '}' expected near end of file"),
       ('a list', '[]', 'it is not a trace of a model in C'),
       ('P results', '{"schema": 2}', 'it is not a trace of a model in C'),
       ('version', broken(synod_trace=9), 'it has version 9, but this Synod reads version 1'),
       ('no test', broken(test=None), "'test' is missing or not a string"),
       ('no text', broken(text=7), "'text' is missing or not a string"),
       ('fault', broken(fault='boredom'), "there is no kind of failure 'boredom'"),
       ('network', broken(network='udp'), "there is no network 'udp'"),
       ('lose', broken(lose=-1), "'lose' is missing or not a number"),
       ('stack', broken(stack_size=2**40), "'stack_size' is missing or not a number"),
       ('no events', broken(events=None), "'events' is missing or not a list"),
       ('no event', broken(events=[7]), 'event 1 is not well-formed'),
       ('path', broken(events=[['2', 'send']]), 'event 1 is not well-formed'),
       ('path of zeros', broken(events=[['1.0', 'send']]), 'event 1 is not well-formed'),
       ('word', broken(events=[['1', 'sing']]), 'event 1 is not well-formed'),
       ('too long', broken(events=[['1', 'spawn', 1]]), 'event 1 is not well-formed'),
       ('later', broken(events=[['1', 'spawn'], ['1', 'receive', 2]]), 'event 2 is not well-formed'),
       ('zero', broken(events=[['1', 'receive', 0]]), 'event 1 is not well-formed'),
       ('choice', broken(events=[['1', 'choose', 2**32]]), 'event 1 is not well-formed'),
       ('lost', broken(events=[['1', 'send', 'gone']]), 'event 1 is not well-formed'))
def a_file_that_is_no_trace_is_refused(t, text, why):
    t.write('no', text)
    path = t.path('no')
    model(t, f'--replay={path}').expect(2, '', f"synod: error: cannot read the trace '{path}': {why}\n")


@test
def a_trace_of_no_test_here_is_refused(t):
    t.write('no', broken(test='wring'))
    model(t, f'--replay={t.path("no")}').expect(2, '', "synod: error: there is no test 'wring'; did you mean 'wrong'?\n")


@test
def a_trace_is_written_only_of_a_violation(t):
    model(t, 'fine', f'--trace={t.path("trace")}').expect(0)
    check(not os.path.exists(t.path('trace')), 'there is a trace')


@test
def the_first_violation_is_recorded(t):
    r = model(t, 'fine', 'wrong', 'misuse', f'--trace={t.path("trace")}').expect(1)
    check(t.json('trace')['test'] == 'wrong', 'not the first')
    r.has(f' --replay={t.path("trace")}\n', 'misuse --trace=misuse.trace; ')


@cases(('new', '--faults=loss=1', ['-j1']), ('old', '--lose=1', []), ('processes', '--faults=loss=1', ['-j3']),
       ('sample', '--faults=loss=1', ['--engine=sample']))
def losses_without_lossy_messages(t, option, more):
    said = f'synod: {option} had no effect: no message was sent with syn_send_lossy\n'
    model(t, 'fine', 'seven', option, *more).expect(0, err=said)
    for args in ['fine', 'lossy'], ['-q', 'fine'], ['--progress=json', 'fine']:
        model(t, option, *more, *args).expect(0).lacks('had no effect')
    model(t, 'fine', '--faults=loss=0', *more).expect(0, err='')


@test
def a_closed_pipe_does_not_keep_files_from_being_written(t):
    with closed_pipe() as nobody:
        model(t, 'fine', 'wrong', f'--json={t.path("json")}', f'--trace={t.path("trace")}', stdout=nobody).expect(1, err='')
        check(len(t.json('json')['results']) == 2, 'not both')
        model(t, f'--replay={t.path("trace")}', f'--json={t.path("again")}', stdout=nobody).expect(1)
        check(len(t.json('again')['results']) == 1, 'no result')
        model(t, 'fine', stdout=nobody, codes=(-signal.SIGPIPE,))


WRONG_ONE = '''#include <synod.h>
static void wrong(void *arg) { (void)arg; syn_assert(syn_nondet(2) == 0, "it was 1"); }
int main(int argc, char **argv) { return syn_main(argc, argv, SYN_TEST(wrong)); }
'''


@test
def synod_replay_says_how_to_replay_it(t):
    """The commands work as they stand."""
    t.write('a b.c', WRONG_ONE)
    t.run('check', 'a b.c', '-q', '--json=file.json', '--trace=file').expect(1)
    r = t.replay('file').expect(2, '', "synod: error: cannot replay 'file': it belongs to a model in C; replay it with: "
                                       "synod check 'a b.c' --replay=file\n")
    t.run(*shlex.split(r.err.split(': ')[-1])[1:]).expect(1).has('violated again')
    r = t.replay('file.json').expect(2, '', "synod: error: cannot replay 'file.json': it is a report on a model in C; "
                                            "write a trace with: synod check 'a b.c' wrong --trace=FILE\n")
    t.run(*shlex.split(r.err.split(': ')[-1])[1:]).expect(1).has("synod check 'a b.c' --replay=FILE")
    t.run('explore', 'a b.c').expect(2, '').has("'synod replay run.trace 'a b.c'' replays it")
    t.run('check', 'a b.c', '--all-events', '--trace=run.trace').expect(1)
    t.run('replay', 'run.trace', 'a b.c').expect(1).has('violated again')
    old = t.json('file')
    del old['program']
    t.write('old', json.dumps(old))
    t.replay('old').expect(2, '').has('replay it with: synod replay old MODEL.c\n')


# ---- The command line ----

@test
def all_tests_or_those_that_are_named(t):
    names = model(t, '--list').expect(0).out.split()
    check(names[:3] == ['one', 'fine', 'seven'] and len(names) == 22, str(names))
    r = model(t, 'fine', 'one').expect(0)
    check(re.findall(r'^(\w+): holds', r.out, re.M) == ['one', 'fine'], r)  # in the order of the model


@test
def the_worst_verdict_decides(t):
    model(t, 'endless', 'fine', '-q').expect(3)
    model(t, 'endless', 'hidden', '-q').expect(2)
    model(t, 'endless', 'hidden', 'wrong', '-q').expect(1)


@test
def quiet_says_only_what_is_not_fine(t):
    model(t, 'fine', 'one', '-q').expect(0, '', '')
    r = model(t, 'fine', 'wrong', '-q').expect(1)
    check(r.out == f'wrong: violated: assertion failed at {at("syn_assert(who")}: it was 2\n', r)


@cases(('option', ['--modle=p2p'], "unknown option '--modle'; did you mean '--model'?", True),
       ('value', ['--model=udp'], "option '--model' takes mbox|p2p|causal|bag, not 'udp'", True),
       ('number', ['--seed=x'], None, True),
       ('test', ['wrnog'], "there is no test 'wrnog'; did you mean 'wrong'?", False),
       ('tests', ['zebra'], "there is no test 'zebra'; the tests are: one fine seven ", False),
       ('folder', ['/tmp'], "'/tmp' is a folder; a model in C takes .c files and names of its tests\n", False),
       ('eager', ['--eager', '--model=mbox'], '--eager needs --network=bag or --network=p2p', False),
       ('same file', ['--json=x', '--html=x'], "--json and --html are given the same file: 'x'", False),
       ('source', ['one', '--html', 'model_c.c'], "--html would overwrite a source file: 'model_c.c'", False),
       ('no folder', ['one', '--html=/nowhere/x'], "cannot write '/nowhere/x': No such file or directory", False))
def a_wrong_command_line(t, args, why, has_hint):
    r = model(t, *args, cwd=t.folder).expect(2)
    check(r.out == '' and r.err.startswith('synod: error: ' + (why or '')), r)
    check((f'/model --help\'\n' in r.err) == has_hint, r)


@test
def help_has_every_option_and_version_is_synods(t):
    text = model(t, '--help').expect(0, err='').out
    for name in ('engine', 'network', 'eager', 'schedule', 'seed', 'schedules', 'max-executions', 'max-time', 'max-memory',
                 'max-depth', 'step-time', 'stack-size', 'faults', 'threads', 'deadlock', 'strict-quiescence', 'keep-going', 'html', 'json',
                 'junit', 'sarif', 'test', 'trace', 'replay', 'progress', 'all-events', 'quiet', 'list-tests', 'color', 'version', 'help'):
        check(f'--{name}' in text, name)
    check(all(len(line) < 80 for line in text.split('\n')[1:]), 'a line is too long')
    check(model(t, '--version').expect(0).out == t.run('--version').out.split('\n')[0] + '\n', 'another version')


OLD = {'--model=mbox': '--network=mbox', '--model=asyn': '--network=bag', '--network=asyn': '--network=bag',
       '--samples=30': '--schedules=30', '--jobs=2': '--threads=2', '--lose=1': '--faults=loss=1', '--unread': '--strict-quiescence',
       '--max-events=50': '--max-depth=50', '--list': '--list-tests'}


@cases(*((old, old, new) for old, new in OLD.items()))
def an_old_spelling_says_the_same(t, old, new):
    def told(option):
        r = model(t, 'fine', '--engine=sample', option, f'--json={t.path("json")}').expect(0)
        if 'list' in option:
            return r.out
        x, = json.load(open(t.path('json')))['results']
        return re.sub(TIME, '', r.out), x['options']
    check(told(old) == told(new), f'{told(old)} is not {told(new)}')


@cases(('P', ['--symmetry=off'], "'--symmetry' does not apply to a model in C"), ('IceT', ['--bound=2'], "'--bound' does not apply to a model in C"),
       ('crash', ['--faults=crash=1'], "option '--faults' takes loss=N for a model in C, with N from 0 to 1000000, not 'crash=1'"),
       ('loss', ['--faults=loss=x'], "option '--faults' takes loss=N"), ('many', ['--faults=loss=1000001'], "option '--faults' takes loss=N"),
       ('deadlock', ['--deadlock', '--no-deadlock'], '--deadlock and --no-deadlock contradict each other'),
       ('why', ['--why', '--all-events'], '--why and --all-events contradict each other'),
       ('engine', ['--engine=explicit'], "option '--engine' takes auto|dpor|sample, not 'explicit'"),
       ('both', ['--faults=loss=1', '--lose=1'], '--lose=N and --faults=loss=N mean the same: use only one of them'))
def options_of_other_models(t, args, why):
    model(t, 'fine', *args).expect(2, '').has(why)


@cases(('engine', '--engine=auto'), ('deadlock', '--no-deadlock'), ('why', '--why'))
def words_for_defaults(t, word):
    plain, said = (re.sub(TIME, '', model(t, *args, 'wrong').expect(1).out.split('to replay it')[0]) for args in ([], [word]))
    check(plain == said, f'{plain} is not {said}')


@test
def a_test_can_be_named_by_an_option(t):
    check(model(t, '-t', 'one').expect(0).out.startswith('one: holds'), 'not that one')
    r = model(t, '--test=one', 'fine').expect(0)
    check([x.split(':')[0] for x in r.out.splitlines()] == ['one', 'fine'], r)


@cases(('star', ['-t', 's*'], 'seven stuck segv shared straight'), ('word', ['*ven'], 'seven'), ('set', ['--test=[fl]?*e'], 'fine fpe'),
       ('both', ['-t', 'on?', 'f*'], 'one fine fpe'))
def a_pattern_names_tests(t, args, names):
    model(t, *args, '--list-tests').expect(0, ''.join(f'{x}\n' for x in names.split()), '')


@test
def a_pattern_that_matches_no_test(t):
    for args in ['-t', 'z*'], ['z*'], ['z*', '--list-tests']:
        model(t, *args).expect(2, '').has("synod: error: no test matches 'z*'; the tests are: one fine seven")


@test
def the_command_of_a_result_names_its_test_alone(t):
    for args in ['-t', 'wron?'], ['--test', 'w*'], ['--test=w*g'], ['-tw*'], ['wr*', 'one'], ['one', 'wrong', '-q']:
        model(t, *args, '--network=p2p', '--fail-fast', f'--json={t.path("out.json")}').expect(1)
        for x in t.json('out.json')['results']:
            check(x['command'].endswith(f'/model --network=p2p {x["test"]}'), x['command'])


@test
def the_first_violation_can_be_enough(t):
    r = model(t, 'one', 'wrong', 'fine', 'segv', '--fail-fast').expect(1)
    check(re.findall(r'^(\w+): (holds|violated)', r.out, re.M) == [('one', 'holds'), ('fine', 'holds'), ('wrong', 'violated')], r)
    r.has('--fail-fast: 1 test not checked: segv\n')
    model(t, 'one', 'wrong', 'segv', '--fail-fast', '-q').expect(1).lacks('not checked', 'segv')
    model(t, 'one', 'fine', '--fail-fast').expect(0).lacks('not checked')


@test
def sarif_has_violations_with_their_places(t):
    model(t, 'wrong', 'fine', f'--sarif={t.path("sarif")}').expect(1)
    run, = json.load(open(t.path('sarif')))['runs']
    found, = run['results']
    check(found['ruleId'] == 'assertion' and found['message']['text'] == 'wrong: wrong(0): assertion failed: it was 2', found)
    place = found['locations'][0]['physicalLocation']
    check(place['region']['startLine'] == line_of('it was %d') and place['artifactLocation']['uri'].endswith('model_c.c'), place)
    check(len(found['codeFlows'][0]['threadFlows'][0]['locations']) > 3, found)
    check(run['invocations'][0]['exitCode'] == 1 and run['properties']['holds'] == 1, run)


@test
def progress_is_told_as_json(t):
    r = model(t, 'twenty', 'one', '--max-time=2', '--progress=json').expect(3)
    lines = [json.loads(line) for line in r.err.splitlines()]
    check({x['type'] for x in lines} == {'progress', 'done'}, r)
    check([(x['type'], x['test'], x['verdict']) for x in lines if x['type'] == 'done'] ==
          [('done', 'one', 'exhausted'), ('done', 'twenty', 'unknown')], r)
    check(all(x['engine'] == 'dpor' and x['executions'] > 0 for x in lines if x['type'] == 'done'), r)
    first = next(x for x in lines if x['type'] == 'progress')
    check(first['phase'] == 'executions' and first['max_seconds'] == 2, first)


@test
def synod_takes_the_model_by_other_commands(t):
    t.write('a.c', open(f'{harness.ROOT}/tests/cli/model_c.c').read())
    t.compile('a.c').expect(0, 'a.c: ok\n', '')
    t.compile('-q', 'a.c').expect(0, '', '')
    t.compile('a.c', '--list-tests').expect(0, err='').has('one\nfine\n')
    t.compile('a.c', '--dump-ir').expect(2, '').has("'--dump-ir' does not apply to models in C")
    t.write('wrong.c', 'int main(void) { return 0; }')
    t.compile('wrong.c').expect(2, '').has('nothing was checked')
    t.run('-q', 'check', 'a.c', 'wrong', '--trace=wrong.trace').expect(1)
    t.run('replay', 'wrong.trace', 'a.c').expect(1).has('violated again: assertion failed')
    t.run('replay', 'a.c').expect(2, '').has('replay needs a file that --trace wrote')


@test
def a_larger_stack_is_enough(t):
    model(t, 'overflow', '--stack-size=16').expect(1).has('stack overflow (16 KiB; see --stack-size)')


@test
def progress_is_told_in_lines(t):
    r = model(t, 'twenty', '--max-time=2', '--progress').expect(3)
    check(re.match(r'twenty: [0-9,]+ executions, [0-9,]+/s, about [0-9.e+-]+% of [0-9.e+]+( \w+)?, \d+ MB, \d s\n', r.err), r)
    model(t, 'twenty', '--max-time=2', '--progress=off').expect(3, err='')


@test
def progress_is_drawn_in_place_on_a_terminal(t):
    master, slave = harness.open_terminal()
    r = model(t, 'twenty', '--max-time=1', stderr=slave, env={'TERM': 'xterm'})
    text = harness.read_terminal(master).decode()
    os.close(slave)
    os.close(master)
    check(r.code == 3 and '\033[1mtwenty: \033[0m' in text and text.endswith('\r\033[J'), repr(text[-200:]))


@test
def an_interrupt_ends_with_what_is_known(t):
    with LOCK:
        folder = compiled()
    child = t.start('twenty', 'wrong', '--progress', program=f'{folder}/model', cwd=folder, bufsize=0)
    check(child.stderr.readline().startswith(b'twenty: '), 'no progress')
    child.send_signal(signal.SIGINT)
    r = t.finish(child).expect(3)
    check(re.fullmatch(f'twenty: unknown: the check was interrupted after [0-9,]+ executions, {TIME}; no violation so far; '
                       'there are about 2e\\+18 in all\nwrong: not checked\n', r.out), r)


@test
def colours_are_of_threads(t):
    model(t, 'wrong', '--color=always').expect(1).has('\033[')
    model(t, 'wrong').expect(1).lacks('\033[')


# ---- synod check model.c ----

SMALL = '''
#include "synod.h"
#ifndef HOW_MANY
#define HOW_MANY 2
#endif
#include "claim.h"
static void client(void *arg) { (void)arg; syn_tell(0, 1); }
static void small(void *arg)
{
    (void)arg;
    for (int i = 0; i < HOW_MANY; i++)
        syn_spawn("client", client, NULL);
    for (int i = 0; i < HOW_MANY; i++)
        syn_recv();
    CLAIM;
}
int main(int argc, char **argv) { return syn_main(argc, argv, SYN_TEST(small)); }
'''


def small(t, claim=''):
    if shutil.which('cc') is None:
        raise Skip('no C compiler')
    t.write('here/claim.h', f'#define CLAIM {claim or "(void)0"}\n')
    t.write('small.c', SMALL)


@test
def a_file_in_c_is_compiled_and_checked(t):
    small(t)
    t.check('small.c', '-Ihere', '-D', 'HOW_MANY=3', '-O0').expect(0).has('small: holds: exhausted, all 6 executions, ')
    t.check('small.c', '-Ihere', '--max-executions=1').expect(3)


@test
def several_files_make_one_model(t):
    small(t, 'claim()\nvoid claim(void);')
    t.write('claim.c', '#include "synod.h"\n#include "claim.h"\nvoid claim(void)\n{\n    syn_fail("no");\n}\n')
    r = t.check('small.c', 'claim.c', '-Ihere').expect(1)
    check(first_line(r) == 'small: violated: assertion failed at claim.c:5: no', r)
    r.has('to replay it:    synod check -Ihere small.c claim.c small --trace=small.trace; '
          'synod check -Ihere small.c claim.c --replay=small.trace\n',
          'in a debugger:   synod check -Ihere small.c claim.c -O0 -o model --list-tests; gdb --args ./model --replay=small.trace\n')


@test
def nothing_is_left_behind(t):
    small(t)
    os.mkdir(t.path('tmp'))
    t.check('small.c', '-Ihere', env={'TMPDIR': t.path('tmp')}).expect(0)
    check(os.listdir(t.path('tmp')) == [], str(os.listdir(t.path('tmp'))))


@cases(('missing', 'no', 'No such file or directory'), ('file', 'small.c', 'Not a directory'))
def a_folder_for_the_program_that_cannot_be_used(t, name, why):
    small(t)
    for command in 'check', 'compile':
        t.run(command, 'small.c', '-Ihere', env={'TMPDIR': t.path(name)}).expect(
            2, '', f"synod: error: cannot make a folder for the compiled model in '{t.path(name)}' (TMPDIR): {why}\n")
    t.check('-q', 'small.c', '-Ihere', env={'TMPDIR': ''}).expect(0)


@test
def a_compiler_that_makes_nothing(t):
    small(t)
    t.check('small.c', env={'CC': 'true'}).expect(2, '', 'synod: error: cannot open the model: No such file or directory\n')


def start_slow_compiler(t, text, **how):
    """A check whose compiler has begun, and has made a file and another process, whose number is in the file pid."""
    small(t)
    os.mkdir(t.path('tmp'))
    t.write('slow', f'#!/bin/sh\n{text}\n')
    os.chmod(t.path('slow'), 0o755)
    child = t.start('check', 'small.c', '-Ihere', env={'TMPDIR': t.path('tmp'), 'CC': t.path('slow'), 'HERE': t.folder}, **how)
    t.wait_for_file('pid', child)
    return child


def is_alive(t):
    with open(t.path('pid')) as f:
        number = f.read().strip()
    try:
        with open(f'/proc/{number}/stat') as f:
            return f.read().rsplit(')', 1)[1].split()[0] != 'Z'
    except (FileNotFoundError, ProcessLookupError):
        return False


BEGIN = 'echo x >"$TMPDIR/cc1.s"; mkdir "$TMPDIR/sub"; echo x >"$TMPDIR/sub/cc2.s"; sleep 1000 & echo $! >"$HERE/new"; mv "$HERE/new" "$HERE/pid"'
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


@cases(*((f'{which.name} {kind}', which, first) for which in SIGNALS
         for kind, first in (('at once', ''), ('stubborn', "trap '' TERM INT HUP; "))))
def a_signal_while_the_model_compiles_ends_the_run_and_leaves_nothing(t, which, first):
    child = start_slow_compiler(t, f'{first}{BEGIN}; wait; wait')
    check(len(os.listdir(t.path('tmp'))) == 1 and is_alive(t), 'the compiler has not begun')
    child.send_signal(which)
    r = t.finish(child, codes=(-which,))
    check(r.out == '' and r.err == '', r)
    check(os.listdir(t.path('tmp')) == [], str(os.listdir(t.path('tmp'))))
    check(not is_alive(t), 'a process of the compiler is left')


@test
def a_signal_that_is_ignored_does_not_disturb_the_compiler(t):
    child = start_slow_compiler(t, 'sleep 0 & echo $! >"$HERE/new"; mv "$HERE/new" "$HERE/pid"\nwhile test ! -e "$HERE/go"; do sleep 0.01; done\nexec cc "$@"',
                                before=['sh', '-c', 'trap "" HUP; exec "$0" "$@"'])
    child.send_signal(signal.SIGHUP)
    t.write('go', '')
    t.finish(child).expect(0).has('small: holds')
    check(os.listdir(t.path('tmp')) == [], str(os.listdir(t.path('tmp'))))


@test
def an_unusable_folder_for_temporary_files_is_told(t):
    small(t)
    t.check('small.c', '-Ihere', env={'TMPDIR': '/nowhere'}).expect(
        2, '', "synod: error: cannot make a folder for the compiled model in '/nowhere' (TMPDIR): No such file or directory\n")


@test
def a_folder_in_which_no_program_may_run_is_told(t):
    small(t)
    t.write('cc', '#!/bin/sh\ncc "$@"\nwhile test "$1" != -o; do shift; done\nchmod 644 "$2"\n')
    os.chmod(t.path('cc'), 0o755)
    t.check('small.c', '-Ihere', env={'CC': t.path('cc')}).expect(
        2, '', 'synod: error: cannot run the model: Permission denied; TMPDIR must name a folder in which programs may run\n')


@test
def the_program_is_kept_where_it_is_asked_for(t):
    small(t)
    t.check('small.c', '-Ihere', '-o', 'kept').expect(0)
    r = subprocess.run([t.path('kept'), '--list'], capture_output=True, check=False)
    check(r.returncode == 0 and r.stdout == b'small\n', str(r))


@test
def what_the_compiler_says_is_shown(t):
    t.write('bad.c', '#include "synod.h"\nint main(void) { return nothing; }\n')
    r = t.check('bad.c').expect(2, '')
    check('bad.c:2:' in r.err and r.err.endswith('synod: error: the model does not compile\n'), r)


@cases(('plain', '#include <stdio.h>\nint main(void) { return puts("fine") < 0; }\n'),
       ('a part', '#include <synod.h>\nint main(void) { return syn_self() != 0; }\n'))
def a_program_that_checks_nothing_is_no_success(t, text):
    t.write('idle.c', text)
    t.check('idle.c').expect(2, '', 'synod: error: nothing was checked: the program calls neither syn_main nor syn_check\n')


@test
def a_program_that_checks_by_itself(t):
    t.write('own.c', '''#include <synod.h>
static void one(void *arg) { (void)arg; }
int main(void) {
    syn_test test = SYN_TEST(one);
    syn_verdict *v = syn_check(&test, NULL);
    puts(v->text);
    syn_verdict_free(v);
    return 0;
}
''')
    for link in [], ['-static']:
        t.check('own.c', *link).expect(0).has('one: holds: exhausted, the only execution, ')


@test
def the_compiler_is_the_users(t):
    small(t)
    t.check('small.c', env={'CC': 'cc -Ihere', 'CFLAGS': '-DHOW_MANY=1'}).expect(0).has('the only execution')
    r = t.check('small.c', env={'CC': 'no-such-compiler'}).expect(2, '')
    r.has("synod: error: cannot run the compiler 'no-such-compiler': No such file or directory\n")


@test
def models_in_c_and_p_do_not_mix(t):
    t.check('small.c', 'other.p').expect(2, '', "synod: error: 'other.p' is not a C file; check models in C and in P separately\n")


@test
def a_file_that_is_not_there(t):
    t.check('none.c').expect(2, '', 'none.c: error: cannot open: No such file or directory\n')


@cases(('cc', 'model.cc'), ('cpp', 'model.cpp'), ('cxx', 'model.cxx'))
def models_are_not_in_cpp(t, name):
    t.write(name, '')
    t.check(name).expect(2, '', f"synod: error: '{name}' is C++; models must be in C\n")


@test
def a_model_without_tests(t):
    t.write('empty.c', '#include "synod.h"\nint main(int argc, char **argv) { return syn_main_tests(argc, argv, NULL, 0); }\n')
    t.check('empty.c').expect(2, '', 'synod: error: the model has no tests: syn_main was given none\n')
    t.check('empty.c', '--list').expect(0, '')


if __name__ == '__main__':
    sys.exit(harness.main())
