"""Long runs: threads, checkpoints that survive a kill, bitstate, spilling, memory."""
import os
import random
import re
import resource
import signal
import subprocess
import time

import harness
from harness import Skip, cases, check, has_sanitizer, main, test
from models import COUNT, COVERAGE, LASSO, RACE_FAILS, RACE_HOLDS, number

# COUNT machines that each count to STEPS by messages to themselves.  Once all have
# begun, a state is a point of a grid and a transition goes from one to the next.
GRID = '''event eTick;
machine Main {
  start state S { entry { var i: int; while (i < COUNT) { i = i + 1; new Counter(); } } }
}
machine Counter {
  var n: int;
  start state S {
    entry { send this, eTick; }
    on eTick do { n = n + 1; WATCH if (n < STEPS) send this, eTick; }
  }
}
'''


def grid(count, steps, watch=''):
    text = GRID.replace('COUNT', str(count)).replace('STEPS', str(steps))
    return text.replace('WATCH', watch)


def grid_counts(count, steps):
    """States, transitions, ends and depth, by hand."""
    side = steps + 1
    return (side**count + count + 1, count * steps * side**(count - 1) + count + 1, 1,
            count * steps + count + 1)


def counts(x):
    return x['states'], x['transitions'], x['terminal'], x['depth']


def start_and_see(t, *args):
    """Starts a long check; returns when it has shown a line about its progress."""
    child = t.start('check', '-Woff', '--progress', *args, '--max-memory=800', bufsize=0)
    child.stderr.readline()
    return child


# ---- Threads ----

@cases(('1', 1), ('2', 2), ('5', 5))
def counts_do_not_depend_on_threads(t, threads):
    t.write('a.p', grid(5, 7))
    x = t.result('a.p', '--engine=explicit', f'-j{threads}', code=0)
    check(counts(x) == grid_counts(5, 7), f'{counts(x)}')


@test
def a_late_violation_is_the_same_with_any_threads(t):
    """Beyond the first states, which one thread looks at in any case."""
    t.write('a.p', grid(5, 10, 'assert n < 10, "too far";').replace(
        'entry { send', 'entry { if ($) n = 0 - 40; send'))
    seen = set()
    for threads in 1, 2, 3:
        t.check('-Woff', 'a.p', '--engine=explicit', f'-j{threads}', '--json=x.json').expect(1)
        x = t.json('x.json')['results'][0]
        seen.add((len(x['trace']['steps']), counts(x), str(x['trace'])))
        t.replay('x.json').expect(1)
    check(len(seen) == 1, f'{len(seen)} different results')
    check(seen.pop()[0] == 1 + 5 + 10, 'not the shortest')


@cases(('open-mpi', 'OMPI_COMM_WORLD_SIZE', 'OMPI_COMM_WORLD_RANK'), ('mpich', 'PMI_SIZE', 'PMI_RANK'))
def mpirun_without_mpi_is_warned_of_once(t, count, rank):
    t.write('a.p', RACE_HOLDS)
    t.check('-q', 'a.p', env={count: '3', rank: '0'}).expect(
        0, '', 'synod: warning: mpirun has started 3 processes, and each checks the whole model; use --mpi to share the states\n')
    t.check('-q', 'a.p', env={count: '3'}).expect(0).has('mpirun has started 3')
    t.check('-q', 'a.p', env={count: '3', rank: '2'}).expect(0, '', '')
    t.check('-q', 'a.p', env={count: '1', rank: '0'}).expect(0, '', '')


# ---- Checkpoints ----

@cases(('early', 1000), ('in the pilot', 60000), ('later', 200000), ('late', 999000))
def a_stopped_run_goes_on(t, states):
    t.write('a.p', grid(6, 9))
    t.check('-q', '-Woff', 'a.p', f'--max-states={states}', '--checkpoint=c').expect(3, err='')
    x = t.result('a.p', '--resume=c', code=0)
    check(counts(x) == grid_counts(6, 9), f'{counts(x)}')


@cases(('at once', 100), ('in the pilot', 10000), ('after it', 20000))
def a_resumed_search_has_the_tree_of_a_fresh_one(t, states):
    """With the tree of its first states it would take three times the memory."""
    args = [f'{harness.ROOT}/bench/peers/german.p', '-t', 'tcGerman___caches_5', '--engine=explicit', '-j1']
    fresh = t.result(*args, code=0)
    t.check('-q', '-Woff', *args, f'--max-states={states}', '--checkpoint=c').expect(3)
    again = t.result(*args, '--resume=c', code=0)
    check(counts(again) == counts(fresh), f'{again}')
    check(again['memory'] < 1.6 * fresh['memory'], f'{fresh["memory"]} and {again["memory"]} bytes')


@test
def a_checkpoint_is_told_of(t):
    t.write('a.p', grid(6, 9))
    silent = '--progress=off'  # even if it takes long
    args = ['-Woff', 'a.p', '--max-states=200000', '--checkpoint=c']
    end = "synod: checkpoint written to 'c'; continue with --resume 'c'\n"
    t.check(*args, silent).expect(3, err=end)
    t.check(*args, '-q').expect(3, err='')
    r = t.check(*args, '--progress', '--checkpoint-every=0').expect(3).has("synod: checkpoint written to 'c'\n")
    check(r.err.endswith(end), r)
    t.check('-Woff', 'a.p', silent, '--checkpoint=c').expect(
        0, err="synod: the checkpoint 'c' will be replaced; to continue from it, use --resume 'c'\n")
    t.check('-Woff', 'a.p', silent, '--resume=c', '--checkpoint=c').expect(0, err='')


@test
def a_run_goes_on_again_and_again(t):
    t.write('a.p', grid(6, 9))
    again = []
    for states in range(50000, 1000000, 150000):
        t.check('-q', '-Woff', 'a.p', f'--max-states={states}', '--checkpoint=c', *again).expect(3)
        again = ['--resume=c']
    x = t.result('a.p', '-j2', '--resume=c', code=0)
    check(counts(x) == grid_counts(6, 9), f'{counts(x)}')


@test
def seconds_are_those_of_all_runs(t):
    t.write('a.p', grid(8, 12))
    first = t.result('a.p', '--max-time=2', '--checkpoint=c', code=3)
    again = t.result('a.p', '--max-time=1', '--checkpoint=c', '--resume=c', code=3)
    # What was kept was known after two seconds; to write it takes some time too.
    check(2 <= first['seconds'] < again['seconds'] and again['seconds'] >= 3, f'{first} {again}')
    r = t.check('-Woff', 'a.p', '--resume=c', '--max-time=2', '--progress').expect(3)
    check(int(re.search(r', (\d+) s, this run \d s of 2 s ', r.err.splitlines()[0])[1]) >= 3, r)


@test
def fifty_kills(t):
    """At random moments, also while a checkpoint is written."""
    kills = 10 if has_sanitizer() else 50
    t.write('a.p', grid(6, 9))
    seed = int(time.time())
    chance = random.Random(seed)
    ended = 0
    while kills > 0:
        again = ['--resume=c'] if os.path.exists(t.path('c')) else []
        child = t.start('check', '-q', '-Woff', 'a.p', '--checkpoint=c', '--checkpoint-every=0',
                        f'-j{chance.randint(1, 2)}', '--json=x.json', *again)
        try:
            child.wait(chance.uniform(0.01, 0.35))
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGKILL)
            kills -= 1
        child.communicate()
        if child.returncode == 0:
            got = counts(t.json('x.json')['results'][0])
            check(got == grid_counts(6, 9), f'{got} with seed {seed}')
            if os.path.exists(t.path('c')):
                os.unlink(t.path('c'))
            ended += 1
        else:
            check(child.returncode == -signal.SIGKILL, f'{child.returncode} with seed {seed}')
    again = ['--resume=c'] if os.path.exists(t.path('c')) else []
    got = counts(t.result('a.p', '--engine=explicit', *again, code=0))
    check(got == grid_counts(6, 9), f'{got} with seed {seed}')


@test
def a_violation_after_going_on(t):
    """Advice finds one, too, but the search is where it was."""
    t.write('a.p', grid(6, 9, 'assert n < 9, "too far";').replace(
        'entry { send', 'entry { if ($) n = 0 - 40; send'))
    t.check('-q', '-Woff', 'a.p', '--max-states=150000', '--checkpoint=c').expect(1)
    t.check('-q', '-Woff', 'a.p', '--resume=c', '--json=x.json').expect(1)
    check(len(t.json('x.json')['results'][0]['trace']['steps']) == 1 + 6 + 9, 'not the shortest')
    t.replay('x.json').expect(1)


def refused(t, why, *args):
    r = t.check('-q', '-Woff', *args, '--resume=c')
    r.expect(2, '', f"synod: error: DefaultImpl: cannot resume from 'c': {why}\n")


@test
def checkpoints_are_refused_for_anything_else(t):
    t.write('a.p', grid(4, 5))
    t.write('b.p', grid(4, 6))
    t.check('-q', '-Woff', 'a.p', '--max-states=500', '--checkpoint=c').expect(3)
    refused(t, 'it was written for another program', 'b.p')
    refused(t, 'it was written for another network', 'a.p', '--network=p2p')
    refused(t, 'it was written for another choice of --faults', 'a.p', '--faults=loss=1')
    refused(t, 'it was written for another choice of --strict-quiescence', 'a.p',
            '--strict-quiescence')
    refused(t, 'it was written for another choice of --max-depth', 'a.p', '--max-depth=1000')
    t.check('-q', '-Woff', 'a.p', '--resume=c', '--max-time=100', '-j2').expect(0)


# The library decides how far the counters count.
LIMITED = 'fun Limit(): int;\n' + grid(4, 5).replace('n < 5', 'n < Limit()')
LIMIT_OF = """#include <synod_foreign.h>
syn_value Limit(const syn_env *env, const syn_value *args, size_t count)
{ (void)args; (void)count; return env->make_int(env, NUMBER); }
"""


@test
def a_checkpoint_is_of_one_foreign_library(t):
    """A library that was rebuilt at the same path has other states."""
    t.write('a.p', LIMITED)
    t.library(LIMIT_OF.replace('NUMBER', '5'))
    args = ['a.p', '--foreign=f.so']
    t.check('-q', '-Woff', *args, '--max-states=500', '--checkpoint=c').expect(3)
    t.library(LIMIT_OF.replace('NUMBER', '6'))
    refused(t, 'it was written for another library of foreign functions', *args)
    t.library(LIMIT_OF.replace('NUMBER', '5'))
    os.rename(t.path('f.so'), t.path('moved.so'))
    x = t.result('a.p', '--foreign=moved.so', '--resume=c', code=0)  # the content counts
    check(counts(x) == grid_counts(4, 5), f'{counts(x)}')


@test
def a_library_that_the_library_needs(t):
    t.write('a.p', LIMITED)
    def build(number):
        t.library(f'int limit(void) {{ return {number}; }}', 'libinner.so')
        t.write('f.c', 'int limit(void);\n' + LIMIT_OF.replace('NUMBER', 'limit()'))
        subprocess.run(['cc', '-shared', '-fPIC', f'-I{harness.ROOT}/include', '-o', 'f.so', 'f.c', '-L.', '-linner',
                        '-Wl,-rpath,$ORIGIN'], cwd=t.folder, check=True)
    build(5)
    with open(t.path('f.so'), 'rb') as f:
        outer = f.read()
    t.check('-q', '-Woff', 'a.p', '--foreign=f.so', '--max-states=500', '--checkpoint=c').expect(3)
    build(6)
    with open(t.path('f.so'), 'rb') as f:
        check(f.read() == outer, 'the library itself has changed')
    refused(t, 'it was written for another library of foreign functions', 'a.p', '--foreign=f.so')


@cases(('checkpoint', '--checkpoint=c'), ('resume', '--resume=c'), ('bitstate', '--bitstate=64'))
def causal_networks_are_refused_with_a_reason(t, option):
    t.write('a.p', grid(2, 2))
    t.check('-q', '-Woff', 'a.p', '--engine=explicit', '--network=causal', option).expect(
        2, '', 'synod: error: DefaultImpl: in causal networks a delivery changes the clocks of all machines, and the search '
        'needs all states in memory: checkpoints and bitstate do not work\n')
    t.check('-q', '-Woff', 'a.p', '--engine=explicit', '--network=causal').expect(0)


@test
def a_smaller_limit_of_states_after_going_on(t):
    t.write('a.p', grid(5, 7))
    t.check('-q', '-Woff', 'a.p', '--max-states=9000', '--checkpoint=c').expect(3)
    x = t.result('a.p', '--resume=c', '--max-states=10', code=3)
    check(9000 <= x['states'] < 9100, f'{x}')


@test
def a_refusal_does_not_hide_a_violation(t):
    t.write('a.p', LASSO.replace('test tLasso', 'test tBad [main=Bad]: { Bad };\ntest tLasso') +
            'machine Bad { start state S { entry { assert false; } } }\n')
    t.check('-q', '-Woff', 'a.p', '--bitstate=1', '--json=x.json').expect(1).has('a spec has hot states')
    verdicts = [(x['test'], x['verdict']) for x in t.json('x.json')['results']]
    check(sorted(verdicts) == [('tBad', 'violated'), ('tLasso', 'refused')], f'{verdicts}')


@cases(('int', signal.SIGINT), ('term', signal.SIGTERM), ('hup', signal.SIGHUP))
def signals_leave_a_checkpoint(t, number_of):
    if signal.getsignal(number_of) == signal.SIG_IGN:
        raise Skip('ignored here, as under nohup, and so Synod ignores it too')
    t.write('a.p', grid(8, 12))
    child = start_and_see(t, 'a.p', '--checkpoint=c')
    child.send_signal(number_of)
    t.finish(child).expect(3).has('the check was interrupted')
    t.check('-q', '-Woff', 'a.p', '--resume=c', '--max-time=1').expect(3).has('the time limit was reached')


@test
def damaged_checkpoints_are_refused(t):
    t.write('a.p', grid(3, 3))
    t.check('-q', '-Woff', 'a.p', '--max-states=40', '--checkpoint=c').expect(3)
    with open(t.path('c'), 'rb') as f:
        whole = f.read()
    chance = random.Random(1)
    damaged = [whole[:-1], whole[:len(whole) // 2], whole + b'x']
    begin = 8 + len('synod checkpoint ')
    for at in chance.sample(range(begin, len(whole)), 25):
        damaged.append(whole[:at] + bytes([whole[at] ^ 1 << chance.randrange(8)]) + whole[at + 1:])
    for content in damaged:
        t.write('c', content)
        refused(t, 'it is damaged or incomplete', 'a.p')
    for content in b'', whole[:1], whole[:begin], whole[1:], b'{"results": []}', grid(3, 3):
        t.write('c', content)
        refused(t, 'it is not a Synod checkpoint', 'a.p')
    os.unlink(t.path('c'))
    refused(t, 'No such file or directory', 'a.p')
    t.write('c', whole)
    t.check('-q', '-Woff', 'a.p', '--resume=c').expect(0)


@test
def a_pipe_or_a_device_is_no_checkpoint(t):
    t.write('a.p', grid(5, 7))
    os.mkfifo(t.path('pipe'))
    for path in 'pipe', '/dev/zero', '/dev/null', '.':
        for option in '--resume', '--checkpoint':
            t.check('-Woff', 'a.p', f'{option}={path}').expect(
                2, '').has(f"'{path}': it is not a regular file\n")


@test
def nowhere_to_write_a_checkpoint(t):
    t.write('a.p', grid(5, 7))
    for path, why in (('missing/c', 'No such file or directory'), ('.', 'it is not a regular file'),
                      ('a.p', 'the file exists and is not a checkpoint')):
        t.check('-Woff', 'a.p', f'--checkpoint={path}').expect(
            2, '', f"synod: error: --checkpoint: cannot use '{path}': {why}\n")
    with open(t.path('a.p'), encoding='ascii') as f:
        check(f.read() == grid(5, 7), 'the model is gone')
    before = ['sh', '-c', 'ulimit -f 8 && exec "$0" "$@"']
    r = t.check('-Woff', 'a.p', '--max-states=20000', '--progress=off', '--checkpoint=c', before=before)
    r.expect(3, err="synod: cannot write the checkpoint 'c': File too large\n")
    check(os.listdir(t.folder) == ['a.p'], f'{os.listdir(t.folder)}')


@test
def a_checkpoint_is_of_one_run_at_a_time(t):
    t.write('a.p', grid(8, 12))
    child = start_and_see(t, 'a.p', '--checkpoint=c')
    t.check('-q', '-Woff', 'a.p', '--checkpoint=c').expect(
        2, '', "synod: error: --checkpoint: cannot use 'c': another run is using it\n")
    t.check('-q', '-Woff', 'a.p', '--checkpoint=d', '--max-states=9').expect(3)
    child.kill()
    child.communicate()
    t.check('-q', '-Woff', 'a.p', '--checkpoint=c', '--max-states=9').expect(3)
    check(sorted(os.listdir(t.folder)) == ['a.p', 'c', 'd'], f'{os.listdir(t.folder)}')
    t.write('c.lock', 'of somebody else')
    t.check('-q', '-Woff', 'a.p', '--checkpoint=c').expect(
        2, '', "synod: error: --checkpoint: cannot use 'c': 'c.lock' exists and is not a lock file\n")
    check(os.path.getsize(t.path('c.lock')) > 0, 'it was touched')


@test
def checkpoints_are_of_one_test(t):
    t.write('a.p', LASSO.replace('test tLasso', 'test tOther [main=Main]: { Main };\ntest tLasso'))
    for option in '--checkpoint=c', '--resume=c':
        word = option.partition('=')[0]
        t.check('a.p', '-Woff', option).expect(
            2, '', f'synod: error: {word}: the model has 2 tests; choose one with --test\n')
        r = t.check('-q', '-Woff', 'a.p', '-ttLasso', option).expect(2, '')
        r.has('synod: error: tLasso: a spec has hot states')


@cases(('sample', ['--engine=sample', '--checkpoint=c'], '--checkpoint: not with --engine=sample, only with explicit'),
       ('sample-bits', ['--engine=sample', '--bitstate=1'], '--bitstate: not with --engine=sample, only with explicit'),
       ('bits', ['--resume=c', '--bitstate=1'], '--resume: not with --bitstate'),
       ('dfs', ['--checkpoint=c', '--search=dfs'], '--checkpoint: not with --search=dfs'),
       ('bits-dfs', ['--bitstate=1', '--search=dfs'], '--bitstate: not with --search=dfs'),
       ('bits-memory', ['--bitstate=200', '--max-memory=100'],
        '--bitstate: 200 MB of the 100 MB of --max-memory leaves too little memory for the rest; the maximum is 68 MB'),
       ('missing', ['--spill=missing'], "--spill: cannot use 'missing': No such file or directory"),
       ('file', ['--spill=a.p'], "--spill: 'a.p' is not a folder"))
def options_that_do_not_fit(t, options, why):
    t.write('a.p', RACE_HOLDS)
    t.check('a.p', *options).expect(2, '', f'synod: error: {why}\n')


# ---- Bitstate ----

@test
def bitstate_beyond_the_memory_there_is(t):
    t.write('a.p', RACE_HOLDS)
    r = t.check('a.p', '--bitstate=90000000').expect(2, '')
    check(re.fullmatch(r'synod: error: --bitstate: 90000000 MB of the \d+ MB that may be used leaves too '
                       r'little memory for the rest; the maximum is \d+ MB\n', r.err), r)


@test
def bitstate_says_how_much_it_covers(t):
    t.write('a.p', grid(6, 9))
    r = t.check('-Woff', 'a.p', '--bitstate=1', '--progress=off', '--json=x.json').expect(0, err='')
    m = re.fullmatch(r'DefaultImpl: covered: no violation in ([\d,]+) states, [\d,]+ transitions, depth '
                     r'\d+, [\d.]+ s; bitstate, some ([\d.]+) % of the states\n' + COVERAGE, r.out)
    check(m, r)
    seen, share = number(r.out, 'states'), float(m[2])
    check(0.85 < seen / 10**6 < 0.9999, f'{seen} states')
    # The estimate is of what was missed by the table, not of what was never met.
    check(abs(share - seen / 10**4) < 6, f'{share} % of {seen}')
    x = t.json('x.json')['results'][0]
    check(x['verdict'] == 'covered' and abs(x['share'] * 100 - share) < 0.1, f'{x}')
    r = t.check('-Woff', 'a.p', '--bitstate=64', '--progress=off').expect(0, err='')
    check(abs(number(r.out, 'states') - 10**6 - 7) < 10, r)


@test
def bitstate_does_not_flatter(t):
    """Of ten million states less than half are met; the table thinks of more."""
    t.write('a.p', grid(7, 9))
    r = t.check('-Woff', 'a.p', '--bitstate=1', '--progress=off', '--json=x.json').expect(0, err='')
    check(number(r.out, 'states') < 5 * 10**6, r)
    check(re.search(r'; bitstate, less than 60 % of the states: it needs more memory\n' + COVERAGE + '$', r.out), r)
    check(0.4 < t.json('x.json')['results'][0]['share'] < 0.6, r)


@test
def bitstate_of_a_small_model_is_exact(t):
    t.write('a.p', RACE_HOLDS)
    x = t.result('a.p', '--bitstate=1', code=0)
    check(x['verdict'] == 'exhausted', f'{x}')


@test
def bitstate_finds_violations(t):
    t.write('a.p', RACE_FAILS)
    t.check('-q', '-Woff', 'a.p', '--bitstate=1', '--json=x.json').expect(1)
    t.replay('x.json').expect(1)
    t.write('b.p', grid(6, 9, 'assert n < 9, "too far";').replace(
        'entry { send', 'entry { if ($) n = 0 - 40; send'))
    t.check('-q', '-Woff', 'b.p', '--bitstate=32', '--json=x.json').expect(1)
    t.replay('x.json').expect(1)


# ---- Memory ----

def peak_of(t, *args):
    """The verdict, and the most memory that the command took, in MB."""
    child = t.start('check', '-Woff', *args)
    out, _ = child.stdout.read(), child.stderr.read()
    _, _, used = os.wait4(child.pid, 0)
    child.stdout.close()
    child.stderr.close()
    return out.decode(), used.ru_maxrss / 1024


@cases(('40', 40), ('60', 60), ('90', 90))
def the_memory_limit_is_respected(t, megabytes):
    if has_sanitizer():
        raise Skip('a sanitizer takes memory of its own')
    t.write('a.p', grid(8, 12))
    for threads in 1, 2:
        out, peak = peak_of(t, 'a.p', '--engine=explicit', f'--max-memory={megabytes}', f'-j{threads}')
        check('unknown: the memory limit was reached' in out, out)
        check(megabytes * 0.7 < peak < megabytes * 1.05, f'{peak:.0f} MB with -j{threads}')


# One machine for each kind of growth: a set with very many nodes, many different states, one endless run.
LOG = '''event eAdd: (int, machine); event eLog: int;
machine Main { start state S { entry { var i: int; var l: machine; l = new Log();
  while (i < 12) { i = i + 1; new Client((i, l)); } } } }
machine Client { start state S { entry (p: (int, machine)) { send p.1, eLog, p.0; } } }
machine Log { var all: seq[int]; start state S { on eLog do (n: int) { all += (sizeof(all), n); } } }
'''
ALL_RUNS = '--schedules=1000000000'


@cases(*((f'{name} {megabytes}', text, megabytes, *options) for megabytes in (60, 100) for name, text, *options in (
    ('sets', LOG, '--engine=sets'), ('sample', grid(8, 12), '--engine=sample', ALL_RUNS, '--count-states', '-j2'),
    ('long run', COUNT, '--engine=sample', ALL_RUNS, '--max-steps=1000000000', '-j2'),
    ('dpor', COUNT, '--engine=dpor', '--max-depth=1000000000'))))
def other_engines_respect_the_memory_limit(t, text, megabytes, *options):
    """Tables that double stop in time; half of the memory may then be free."""
    if has_sanitizer():
        raise Skip('a sanitizer takes memory of its own')
    t.write('a.p', text)
    out, peak = peak_of(t, 'a.p', f'--max-memory={megabytes}', '--progress=off', *options)
    check('unknown: the memory limit was reached' in out, out)
    check(megabytes * 0.3 < peak < megabytes * 1.15, f'{peak:.0f} MB')


@test
def levels_go_to_disk(t):
    """The same limit of memory reaches further."""
    if has_sanitizer():
        raise Skip('a sanitizer takes memory of its own')
    t.write('a.p', grid(8, 12))
    far = []
    for more in [], [f'--spill={t.folder}']:
        out, _ = peak_of(t, 'a.p', '--engine=explicit', '--max-memory=40', '-j1', *more)
        check('unknown: the memory limit was reached' in out, out)
        far.append(number(out, 'states'))
    check(far[1] > far[0] * 1.05, f'{far}')
    check(os.listdir(t.folder) == ['a.p'], 'something is left behind')


if __name__ == '__main__':
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    raise SystemExit(main())
