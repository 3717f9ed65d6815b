"""Files are written whole or not at all.  How to run it: harness.py."""
import json
import os
import re
import shutil
import signal

import harness
from harness import Skip, cases, check, has_sanitizer, main, test, wait_until
from models import OUTCOMES, PING, RACE_HOLDS

LONGER = PING + '// a report of this model is longer\n' * 200


def shim(t):
    """kill_at.c, compiled: the environment that loads it, as a function of its settings."""
    if has_sanitizer():
        raise Skip('a sanitizer must be loaded first')
    with open(os.path.join(harness.ROOT, 'tests', 'cli', 'kill_at.c'), encoding='ascii') as f:
        t.library(f.read(), 'kill_at.so')
    os.unlink(t.path('kill_at.so.c'))
    os.mkdir(t.path('shim'))
    shutil.move(t.path('kill_at.so'), t.path('shim/kill_at.so'))
    return lambda **settings: {'LD_PRELOAD': t.path('shim/kill_at.so'), **{k: str(v) for k, v in settings.items()}}


def listing(t):
    return sorted(os.listdir(t.folder))


def content(t, name):
    with open(t.path(name), 'rb') as f:
        return f.read()


# What differs between two runs of the same check.
TIMES = rb'"(seconds|memory)": [0-9.e+-]*|time(stamp)?="[^"]*"|[0-9.]+ s\b'
REPORTS = ['json', 'junit', 'sarif', 'html', 'dot']


@cases(*((x, x) for x in REPORTS))
def killed_at_any_moment(t, kind):
    """The report is the old one or the new one, and the next run removes what was left."""
    loaded = shim(t)
    args = ['-q', '-Woff', 'a.p', f'--{kind}=report']
    t.write('a.p', PING)
    t.check(*args).expect(0)
    old = content(t, 'report')
    t.write('a.p', PING.replace('Main', 'Principal') + 'test tOther [main=Principal]: { Principal, Server };')
    t.check(*args).expect(0)
    new = content(t, 'report')
    check(old != new, 'both models have the same report')
    t.write('report', old)
    found = set()
    for n in range(1, 100):
        r = t.finish(t.start('check', *args, env=loaded(KILL_AT=n)), codes=(0, -signal.SIGKILL))
        now = re.sub(TIMES, b'', content(t, 'report'))
        found.add(now)
        if r.code == 0:
            break
    check(n > 5 and found == {re.sub(TIMES, b'', x) for x in (old, new)}, f'{n} calls, {found}')
    check(listing(t) == ['a.p', 'report', 'shim'], f'{listing(t)}')


@test
def a_checkpoint_killed_at_any_moment(t):
    loaded = shim(t)
    t.write('a.p', RACE_HOLDS)
    whole = t.result('a.p', '--engine=explicit', code=0)
    args = ['-q', '-Woff', 'a.p', '--engine=explicit', '--checkpoint=c']
    t.check(*args, '--max-states=3').expect(3)
    old = content(t, 'c')
    for n in range(1, 100):
        child = t.start('check', *args, '--max-states=6', env=loaded(KILL_AT=n))
        code = t.finish(child, codes=(3, -signal.SIGKILL)).code
        again = t.result('a.p', '--engine=explicit', '--resume=c', code=0)
        check(again['states'] == whole['states'], f'{again}')
        if code == 3:
            break
    check(n > 5 and content(t, 'c') != old, f'{n} calls')
    check(listing(t) == ['a.p', 'c', 'result.json', 'shim'], f'{listing(t)}')


@test
def a_second_signal_leaves_nothing_half_written(t):
    """It comes while the checkpoint is made durable."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        raise Skip('ignored here, as under nohup, and so Synod ignores it too')
    loaded = shim(t)
    t.write('a.p', RACE_HOLDS)
    child = t.start('check', '-q', '-Woff', 'a.p', '--engine=explicit', '--checkpoint=c', '--max-states=3',
                    env=loaded(KILL_AT=1, KILL_FROM='fsync', KILL_BY=0, KILL_UNTIL=t.path('shim/go')))
    wait_until(lambda: any(x.endswith('.part') for x in listing(t)), 'a checkpoint is written', child)
    child.send_signal(signal.SIGINT)
    wait_until(lambda: not is_pending(child), 'it has seen the signal', child)
    child.send_signal(signal.SIGINT)
    child.communicate(timeout=harness.LIMIT)
    check(child.returncode == -signal.SIGINT, f'exit code {child.returncode}')
    check(listing(t) == ['a.p', 'shim'], f'{listing(t)}')


def is_pending(child):
    """Has the process still to see a signal?"""
    with open(f'/proc/{child.pid}/status', encoding='ascii') as f:
        masks = [line.split()[1] for line in f if line.startswith(('SigPnd', 'ShdPnd'))]
    return any(int(x, 16) != 0 for x in masks)


@test
def four_runs_write_one_report(t):
    """All four are about to put their report in place at the same time."""
    loaded = shim(t)
    env = loaded(KILL_AT=1, KILL_FROM='fsync', KILL_BY=0, KILL_UNTIL=t.path('shim/go'))
    children = []
    for i in range(4):
        t.write(f'{i}/a.p', LONGER if i % 2 else PING)
        children.append(t.start('check', '-q', '-Woff', f'{i}/a.p', '--json=report', env=env))
    wait_until(lambda: sum(x.endswith('.part') for x in listing(t)) == 4, 'all four write')
    t.write('shim/go', '')
    for child in children:
        t.finish(child).expect(0, '', '')
    check(t.json('report')['inputs'][0] in [f'{i}/a.p' for i in range(4)], content(t, 'report').decode())
    check(listing(t) == ['0', '1', '2', '3', 'report', 'shim'], f'{listing(t)}')


@cases(*((x, x) for x in REPORTS if x != 'dot'))  # which has only the machines
def a_full_disk_keeps_the_old_report(t, kind):
    before = ['sh', '-c', 'ulimit -f 1 && trap "" XFSZ && exec "$0" "$@"']
    full = "synod: error: cannot write 'report': File too large\n"
    t.write('a.p', OUTCOMES.replace('tFine', 'tFine' + 'x' * 5000))
    r = t.check('-q', '-Woff', 'a.p', '--max-states=20', f'--{kind}=report', before=before)
    check(full in r.err, r)
    check(listing(t) == ['a.p'], f'{listing(t)}')
    t.write('report', 'of an earlier run')
    r = t.check('-q', '-Woff', 'a.p', '--max-states=20', f'--{kind}=report', before=before)
    check(full in r.err and content(t, 'report') == b'of an earlier run', r)
    check(listing(t) == ['a.p', 'report'], f'{listing(t)}')


@test
def a_part_of_somebody_else(t):
    """FILE.part may be a link to a file that is dear to somebody."""
    t.write('a.p', RACE_HOLDS)
    t.write('dear', 'to somebody')
    for name in 'c.part', 'r.part':
        os.symlink('dear', t.path(name))
    t.check('-q', '-Woff', 'a.p', '--engine=explicit', '--max-states=3', '--checkpoint=c', '--json=r').expect(3)
    check(content(t, 'dear') == b'to somebody' and t.json('r')['results'], 'it was overwritten')
    check(listing(t) == ['a.p', 'c', 'c.part', 'dear', 'r', 'r.part'], f'{listing(t)}')
    check(os.path.islink(t.path('c.part')) and os.path.islink(t.path('r.part')), 'a link is gone')


@test
def a_read_only_report_stays(t):
    if os.geteuid() == 0:
        raise Skip('root may write everything')
    t.write('a.p', PING)
    t.write('report', 'old')
    os.chmod(t.path('report'), 0o444)
    t.check('a.p', '--json=report').expect(2, '', "synod: error: cannot write 'report': Permission denied\n")


@cases(('stdout', '/dev/stdout'), ('number', '/dev/fd/1'), ('self', '/proc/self/fd/1'))
def open_files_are_written_to(t, path):
    t.write('a.p', PING)
    check(json.loads(t.check('-q', '-Woff', 'a.p', f'--json={path}').expect(0, err='').out)['results'], 'a pipe')
    with open(t.path('out'), 'wb') as f:
        t.check('-q', '-Woff', 'a.p', f'--json={path}', stdout=f).expect(0, err='')
    check(t.json('out')['results'], 'a file')
    check(listing(t) == ['a.p', 'out'], f'{listing(t)}')


if __name__ == '__main__':
    raise SystemExit(main())
