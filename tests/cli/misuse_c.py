#!/usr/bin/env python3
"""What a model in C must not do: it is told, with the place, and never passes for success.

misuse_c.c has the models.  harness.py says how to run the tests.
"""
import atexit
import functools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

sys.dont_write_bytecode = True
import harness
from harness import Skip, cases, check, test

LOCK = threading.Lock()
ENDS = 'that would end the check; to end a thread, return from its function or call syn_exit'
REPLACES = 'that would replace the process, and end the check'
COPIES = 'that would copy the process, and the copy would check, too'
OWNED = "that memory is Synod's: a received message, an argument that it has copied, or memory from syn_alloc"
SEES = "was called inside of a monitor's see: monitors only observe"
STRAY = 'thread 2, which does not exist, or need not exist yet: no spawn of it happened before'


@functools.lru_cache(None)
def compiled():
    if shutil.which('cc') is None:
        raise Skip('no C compiler')
    folder = tempfile.mkdtemp(prefix='synod-misuse-')
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    shutil.copy(f'{harness.ROOT}/tests/cli/misuse_c.c', folder)
    r = subprocess.run([harness.SYNOD, 'check', '-Wall', '-Wextra', '-Werror', 'misuse_c.c', '-o', 'model', '--list-tests'],
                       cwd=folder, capture_output=True, check=False, text=True)
    check(r.returncode == 0 and r.stdout.startswith('exits\n'), r.stdout + r.stderr)
    return folder


def start(t, *args, **how):
    with LOCK:
        folder = compiled()
    return t.start(*args, program=f'{folder}/model', cwd=folder, **how)


def model(t, *args, codes=(0, 1, 2, 3, 4), **how):
    return t.finish(start(t, *args, **how), codes=codes)


def place(text):
    with open(f'{harness.ROOT}/tests/cli/misuse_c.c', encoding='utf-8') as f:
        found = [i for i, line in enumerate(f, 1) if text in line]
    check(len(found) == 1, f'{text!r} is on lines {found}')
    return f' at misuse_c.c:{found[0]}'


LATE = {'exits': ('exit', ENDS), 'errs': ('exit', ENDS), 'under_exits': ('_exit', ENDS), 'c_exits': ('_Exit', ENDS),
        'quick': ('quick_exit', ENDS), 'ends_posix': ('pthread_exit', ENDS), 'ends_c11': ('thrd_exit', ENDS),
        'kills': ('kill', 'that would end the check'), 'raises': ('raise', 'that would end the check'),
        'calls_exit': ('syscall(SYS_exit)', ENDS), 'execs': ('execve', REPLACES), 'execs_v': ('execv', REPLACES),
        'execs_vp': ('execvp', REPLACES), 'execs_l': ('execl', REPLACES), 'execs_lp': ('execlp', REPLACES),
        'execs_le': ('execle', REPLACES), 'calls_exec': ('syscall(SYS_execve)', REPLACES), 'forks': ('fork', COPIES),
        'calls_fork': ('syscall(SYS_clone)', COPIES), 'daemonic': ('daemon', COPIES), 'frees': ('free', OWNED),
        'reallocs': ('realloc', OWNED), 'frees_alloc': ('free', OWNED)}


def told(name):
    call, why = LATE[name]
    return f'{name}: violated: incorrect use of Synod{place("the last call")}: called {call} after this call: {why}\n'


@cases(*((f'{name}, {jobs}', name, jobs) for name in LATE for jobs in ('-j1', '-j3')))
def a_call_that_harms_the_check_is_a_violation(t, name, jobs):
    model(t, '-q', name, jobs).expect(1, told(name))


@cases(('exit', 'under_exits'), ('exec', 'execs'), ('fork', 'forks'))
def it_is_found_again_in_a_replay(t, name):
    model(t, '-q', name, f'--trace={t.path("trace")}').expect(1)
    call, why = LATE[name]
    r = model(t, f'--replay={t.path("trace")}').expect(1, err=f'synod: the model called {call}: {why}\n')
    check(r.out.endswith(f'{name}: violated again: incorrect use of Synod\n'), r)


@test
def it_is_found_in_samples_too(t):
    r = model(t, '-q', 'under_exits', '--engine=sample', '--samples=1000000').expect(1)
    check(r.out == told('under_exits'), r)


@cases(('one', '-j1'), ('three', '-j3'))
def other_processes_end_no_check(t, jobs):
    model(t, 'others', jobs).expect(0).has('others: holds: exhausted, the only execution, ')


@cases(('one', '-j1'), ('three', '-j3'))
def a_thread_that_jumps_out_leaves_no_success(t, jobs):
    r = model(t, 'jumps', jobs, codes=(0, 2))
    r.expect(2, '', 'synod: error: the process ended during a check, which has no verdict\nsynod: a thread of the model has left '
             'its function by a jump (longjmp, pthread_exit): use syn_assert and syn_exit\n')


@test
def another_thread_of_the_process_ends_it(t):
    model(t, 'runs').expect(2, '').has('synod: error: the process ended during a check, which has no verdict\n')


@test
def a_function_of_atexit_does_not_change_the_exit_code(t):
    model(t, 'at_exit', '-q').expect(1)


@test
def a_verdict_that_cannot_be_written_is_no_success(t):
    model(t, 'closes').expect(2, '', 'synod: error: cannot write to the standard output\n')


@test
def a_process_of_the_search_that_is_killed_leaves_no_success(t):
    child = start(t, '-j2', 'endless')

    def others():
        with open(f'/proc/{child.pid}/task/{child.pid}/children') as f:
            return [int(x) for x in f.read().split()]
    harness.wait_until(others, 'there is another process', child)
    os.kill(others()[0], signal.SIGKILL)
    r = t.finish(child).expect(3)
    check(r.out.startswith('endless: unknown: a process of the search was killed by signal 9 (Killed): perhaps the system had no '
                           'memory left after '), r)


# ---- Memory, and functions that are not threads ----

@test
def an_argument_is_synods(t):
    model(t, '-q', 'frees_argument').expect(1, f'frees_argument: violated: incorrect use of Synod: called free: {OWNED}\n')


@cases(('free', 'filter_frees', f'the filter of a receive called free: {OWNED}', 'syn_recv_if(frees_message'),
       ('exit', 'filter_exits', f'the filter of a receive called _exit: {ENDS}', 'syn_recv_if(exits_inside'))
def a_filter_that_fails_is_told(t, name, text, where):
    for jobs in '-j1', '-j3':
        model(t, '-q', name, jobs).expect(2, f'{name}: error: {text} (the receive{place(where)})\n')


@test
def a_check_at_the_end_must_not_end_the_process(t):
    model(t, '-q', 'end_exits').expect(1, f'end_exits: violated: incorrect use of Synod: the check at the end called _exit: {ENDS}\n')


@cases(('counter', 'fickle', '/* by a counter */'), ('variable', 'fickle_at_end', '/* by a variable */'))
def a_filter_that_changes_its_mind_is_told(t, name, where):
    for jobs in '-j1', '-j3':
        model(t, '-q', name, jobs).expect(
            2, f'{name}: error: the model is not deterministic: the filter of a receive{place(where)} first accepted, and then '
            f'refused 1 from {name}(0): it must depend on its arguments alone\n')


# ---- Monitors ----

@cases(('send', 'see_sends', 'syn_send', 'syn_tell(o->to, ASK); /* in see */'), ('receive', 'see_receives', 'syn_receive', 'syn_recv(); /* in see */'),
       ('poll', 'see_polls', 'syn_try_receive', 'syn_poll(&m); /* in see */'), ('spawn', 'see_spawns', 'syn_spawn', '"child", client, NULL); /* in see */'),
       ('join', 'see_joins', 'syn_join', 'syn_join(o->from); /* in see */'), ('exit', 'see_exits', 'syn_exit', None))
def a_monitor_that_acts_is_told(t, name, call, where):
    for jobs in '-j1', '-j3':
        model(t, '-q', name, jobs).expect(
            1, f'{name}: violated: incorrect use of Synod{place(where) if where else ""}: {call} {SEES}\n')


@test
def a_monitor_may_claim_choose_and_publish(t):
    # Two orders of observations, two of receives, and two choices.
    model(t, 'see_claims').expect(0).has('see_claims: holds: exhausted, all 16 executions, ')


# ---- Threads that are spawned later ----

WAYS = [[], ['--schedule=left-to-right'], ['--schedule=random', '--seed=3'], ['--network=mbox'], ['--network=bag', '--eager'], ['-j3'],
        ['--engine=sample'], ['--keep-going']]


@cases(('other', 'stray_of_other', 'sends to', '/* a guess */'), ('own', 'stray_of_own', 'sends to', '/* too early */'),
       ('join', 'stray_join', 'waits for', '/* a guess, too */'), ('wait', 'stray_wait', 'waits for', '/* perhaps */'))
def what_a_thread_cannot_know_is_told_in_every_schedule(t, name, what, where):
    line = f'{name}: violated: incorrect use of Synod{place(where)}: {what} {STRAY}\n'
    for way in WAYS:
        model(t, '-q', name, *way).expect(1, line)
    model(t, '-q', name, f'--trace={t.path("trace")}').expect(1)
    model(t, f'--replay={t.path("trace")}').expect(1).has(f'{name}: violated again: incorrect use of Synod\n')


@test
def a_thread_may_hear_of_one_that_is_spawned_later(t):
    for way in WAYS:
        model(t, 'told', *way).expect(0)


# ---- Names ----

@test
def names_reach_no_terminal_as_they_are(t):
    master, slave = harness.open_terminal()
    r = model(t, 'names', '--deadlock', '--progress=off', '--color=never', stdout=slave, env={'TERM': 'xterm'})
    text = harness.read_terminal(master).decode()
    os.close(slave)
    os.close(master)
    check(r.code == 1 and r'spawns \x1b]0;title\x07(1)' in text and r'waits for a message: tag \x1b[31mtag' in text, text)
    check(r'         \x1b[2J' in text, text)
    check(not re.search('[\x00-\x09\x0b\x0c\x0e-\x1f\x7f]', text), repr(text))


@test
def json_has_names_as_a_terminal_does(t):
    model(t, 'names', '--deadlock', '-q', f'--json={t.path("json")}').expect(1)
    machines = t.json('json')['results'][0]['trace']['machines']
    check(machines[1]['name'] == r'\x1b]0;title\x07(1)' and machines[1]['type'] == r'\x1b]0;title\x07', json.dumps(machines))


if __name__ == '__main__':
    sys.exit(harness.main())
