"""`synod watch`: again whenever the model is saved.

usage: see harness.py
"""
import os
import re
import select
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
from harness import LIMIT, Failure, cases, check, closed_pipe, main, open_terminal, test
from models import COUNT, PING, SLEEPER, SLEEPS, late_grid
from terminal import Session

BUG = PING.replace('send who, ePong; }', 'send who, ePong; assert false, "bug"; }')
OTHER_BUG = PING.replace('send who, ePong; }', 'print "nothing"; }')  # Main waits for ever
TWO = '''
machine Other { start state S { entry { assert WHAT, "other"; } } }
test tPing [main=Main]: { Main, Server };
test tOther [main=Other]: { Other };
'''


class Watch:
    """A watch under way, and what it has printed."""

    def __init__(self, t, *args, **how):
        self.t, self.text, self.read_to = t, '', 0
        self.child = t.start('watch', '-Woff', *args, stderr=subprocess.STDOUT, **how)

    def more(self, seconds):
        fd = self.child.stdout.fileno()
        if not select.select([fd], [], [], seconds)[0]:
            return False
        got = os.read(fd, 65536).decode()
        self.text += got
        return got != ''

    def wait_for(self, pattern, limit=LIMIT):
        """The match of PATTERN behind what was waited for before."""
        end = time.monotonic() + limit
        while True:
            found = re.compile(pattern, re.S).search(self.text, self.read_to)
            if found:
                self.read_to = found.end()
                return found
            if time.monotonic() > end:
                raise Failure(f'not seen within {limit} s: {pattern!r}; but:\n{self.text[self.read_to:]}')
            self.more(0.1)

    def round(self, change, verdict, limit=LIMIT):
        """What is printed up to the end of a round."""
        before = self.read_to
        self.wait_for(rf'(?m)^\d\d:\d\d:\d\d  {change}: {verdict}, \d+\.\d\d s\n', limit)
        check(len(re.findall(r'(?m)^\d\d:\d\d:\d\d  ', self.text[before:self.read_to])) == 1,
              f'more than one round:\n{self.text[before:]}')
        return self.text[before:self.read_to]

    def silent(self, seconds=0.6):
        """Nothing is printed for so long."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.more(0.1)
        check(self.text[self.read_to:] == '', f'something is printed:\n{self.text[self.read_to:]}')

    def silence(self):
        """Reads until nothing more comes for a second."""
        while self.more(1):
            pass
        self.read_to = len(self.text)

    def end(self, code, which=signal.SIGINT):
        self.child.send_signal(which)
        r = self.t.finish(self.child)
        self.text += r.out
        check(r.code == code, f'exit code {r.code}, expected {code}\n{self.text}')
        return self.text[self.read_to:]


@test
def a_bug_comes_and_goes(t):
    t.write('a.p', PING)
    w = Watch(t, 'a.p')
    check('DefaultImpl: holds: exhausted' in w.round('first round', 'no violation'), w.text)
    t.write('a.p', BUG)
    said = w.round('a.p changed', 'violated')
    check(re.match('DefaultImpl: violated: assertion failed at a.p:15: bug\n(    found in [^\n]*\n)?'
                   r'    1  Main\(1\) starts\n', said), said)
    t.write('a.p', '// one line more\n' + BUG)
    said = w.round('a.p changed', 'violated')
    check(said.startswith('DefaultImpl: still violated: assertion failed at a.p:16: bug\n    1  Main(1) starts\n')
          and 'the other tests will be checked when this run no longer fails' in said, said)
    t.write('a.p', PING)
    said = w.round('a.p changed', 'no violation')
    check(re.match('DefaultImpl: the last counterexample no longer fails\nDefaultImpl: holds: ', said), said)
    t.write('a.p', PING + '\n')  # what was mended is not tried again
    check(w.round('a.p changed', 'no violation').startswith('DefaultImpl: holds: '), w.text)
    w.end(0)


@test
def a_replay_is_told_at_once(t):
    """Though to find the violation takes long."""
    late = late_grid(6, 6)
    t.write('a.p', late)
    w = Watch(t, 'a.p', '-q', '--engine=explicit')
    first = w.round('first round', 'violated', limit=2 * LIMIT)
    again = []
    for i in range(3):  # on a busy machine something may come between
        t.write('a.p', (i + 1) * '// one line more\n' + late)
        again.append(w.round('a.p changed', 'violated'))
        check('still violated: assertion failed' in again[i], again[i])

    def seconds(said):
        return float(re.search(r', (\d+\.\d\d) s\n', said)[1])
    check(min(map(seconds, again)) < seconds(first), first + ''.join(again))
    w.end(1)


@test
def the_first_traces_are_shown(t):
    bad = 'machine Main { start state S { entry { assert false, "bad"; } } }\n' + ''.join(
        f'test t{i} [main=Main]: {{ Main }};\n' for i in range(3))
    t.write('a.p', bad)
    w = Watch(t, 'a.p', '--max-traces=1')
    said = [w.round('first round', 'violated')]
    t.write('a.p', bad + '\n')
    said.append(w.round('a.p changed', 'violated'))
    for text in said:
        check(text.count('Main(1) starts') == 1 and text.count('violated: assertion failed') == 3 and
              '2 more traces are not shown; --max-traces=3 shows them\n' in text, text)
    w.end(1)


@test
def it_fails_in_another_way(t):
    t.write('a.p', BUG)
    w = Watch(t, 'a.p')
    w.round('first round', 'violated')
    t.write('a.p', OTHER_BUG)
    said = w.round('a.p changed', 'violated')
    check(re.match(r'DefaultImpl: the last counterexample (fails differently \(deadlock, not assertion\)|'
                   r'no longer fails|no longer fits the model)\nDefaultImpl: violated: deadlock', said),
          said)
    w.end(1)


@test
def a_counterexample_of_a_test_that_is_gone(t):
    t.write('a.p', PING + TWO.replace('WHAT', 'false'))
    w = Watch(t, 'a.p')
    said = w.round('first round', 'violated')
    check('tPing: holds' in said and 'tOther: violated' in said, said)
    t.write('a.p', PING + TWO.replace('WHAT', 'false').replace('tOther', 'tNew'))
    said = w.round('a.p changed', 'violated')
    check('tOther: the last counterexample belongs to a test that no longer exists\ntPing: holds' in said
          and 'tNew: violated' in said, said)
    w.end(1)


@test
def all_that_failed_is_tried(t):
    t.write('a.p', BUG + TWO.replace('WHAT', 'false'))
    w = Watch(t, 'a.p', '-q')
    w.round('first round', 'violated')
    t.write('a.p', PING + TWO.replace('WHAT', 'false'))
    said = w.round('a.p changed', 'violated')
    check(said.startswith('tPing: the last counterexample no longer fails\ntOther: still violated'), said)
    t.write('a.p', PING + TWO.replace('WHAT', 'true'))
    said = w.round('a.p changed', 'no violation')
    check('tOther: the last counterexample no longer fails\n' in said, said)
    w.end(0)


@test
def a_model_with_errors_is_waited_for(t):
    t.write('a.p', BUG)
    w = Watch(t, 'a.p')
    w.round('first round', 'violated')
    t.write('a.p', BUG.replace('machine Server {', 'machine Server'))
    said = w.round('a.p changed', 'the model has errors')
    check(re.match(r'a\.p:14:3: error: ', said) and 'synod: 1 error' in said, said)
    t.write('a.p', '\n' + BUG)  # the counterexample from before the error
    check('still violated: assertion failed at a.p:16' in w.round('a.p changed', 'violated'), w.text)
    t.write('a.p', 'x')
    w.round('a.p changed', 'the model has errors')
    w.end(2)


@test
def files_tell_of_errors(t):
    """And not of the model before."""
    t.write('a.p', BUG)
    w = Watch(t, 'a.p', '--html=p.html', '--json=r.json', '--junit=j.xml')
    w.round('first round', 'violated')
    t.write('a.p', BUG.replace('machine Server {', 'machine Server'))
    w.round('a.p changed', 'the model has errors')
    for report in (t.json('r.json'), t.page_data('p.html')['report']):
        check(report['results'] == [] and [m['line'] for m in report['messages']] == [14], report)
    check('type="compile"' in open(t.path('j.xml'), encoding='utf-8').read(), 'not in --junit')
    w.end(2)


@test
def a_closed_pipe_ends_the_watch_after_the_files_are_written(t):
    t.write('a.p', BUG)
    with closed_pipe() as nobody:
        t.run('watch', 'a.p', '--json=r.json', stdout=nobody, codes=(-signal.SIGPIPE,))
    check(len(t.json('r.json')['results']) == 1, 'no result')


@test
def files_come_and_go_in_a_folder(t):
    t.write('m/a.p', PING)
    w = Watch(t, 'm')
    w.round('first round', 'no violation')
    t.write('m/b.p', 'event eSame; event eSame;\n')
    check('m/b.p:1:' in w.round('m/b.p is new', 'the model has errors'), w.text)
    os.remove(t.path('m/b.p'))
    w.round('m/b.p is gone', 'no violation')
    t.write('m/deep/er/c.p', 'event eC;\n')
    w.round('m/deep/er/c.p is new', 'no violation')
    t.write('m/deep/er/c.p', 'event eC')
    w.round('m/deep/er/c.p changed', 'the model has errors')
    t.write('m/x.p', 'event eX;\n')
    w.round('m/x.p is new', 'the model has errors')
    os.rename(t.path('m/deep'), t.path('gone'))
    w.round('m/deep/er/c.p is gone', 'no violation')
    w.end(0)


@test
def projects_count(t):
    t.write('src/a.p', PING)
    t.write('lib/b.p', 'event eB')
    t.write('other/c.p', 'event eC;\n')
    t.project('shop.pproj', '<InputFiles><PFile>src/</PFile></InputFiles>')
    w = Watch(t)  # the project of the folder
    w.round('first round', 'no violation')
    t.project('shop.pproj', '<InputFiles><PFile>src/</PFile><PFile>lib/b.p</PFile></InputFiles>')
    w.round(r'shop\.pproj changed, and 1 more', 'the model has errors')
    t.write('lib/b.p', 'event eB;\n')
    w.round('lib/b.p changed', 'no violation')
    t.project('other/inner.pproj', '<InputFiles><PFile>c.p</PFile></InputFiles>', project_name='Inner')
    t.project('shop.pproj', '<IncludeProject>other/inner.pproj</IncludeProject>',
              '<InputFiles><PFile>src/</PFile></InputFiles>')
    w.wait_for(r'shop\.pproj changed, and \d more: no violation')
    w.read_to = w.text.index('\n', w.read_to) + 1
    t.project('other/inner.pproj', '<Wrong></Inner>', project_name='Inner')
    w.round(r'other/inner\.pproj changed.*', 'the model has errors')
    w.end(2)


@test
def only_what_changes_the_model_counts(t):
    t.write('a.p', PING)
    w = Watch(t, '.')
    w.round('first round', 'no violation')
    os.utime(t.path('a.p'))
    t.write('a.p', PING)
    t.write('.a.p.swp', 'x')
    t.write('.#a.p', 'x')
    t.write('a.p~', 'x')
    t.write('notes.txt', 'x')
    w.silent()
    t.write('.a.p.new', BUG)
    os.rename(t.path('.a.p.new'), t.path('a.p'))  # as editors do
    w.round('./a.p changed', 'violated')
    w.end(1)


@test
def many_changes_are_one_round(t):
    t.write('a.p', PING)
    w = Watch(t, '.')
    w.round('first round', 'no violation')
    # Who is quiet for 60 ms has saved all; if this process was not let to write for so long, it tries again.
    for attempt in 'abcdefgh':
        times = [time.monotonic()]
        for i in range(5):
            t.write(f'{attempt}{i}.p', f'event e{attempt}{i};\n')
            times.append(time.monotonic())
        if max(b - a for a, b in zip(times, times[1:])) < 0.05:
            break
        w.silence()
    w.round(rf'\./{attempt}0\.p is new, and 4 more', 'no violation')
    w.silent(0.3)
    w.end(0)


@test
def a_change_stops_a_check(t):
    t.write('a.p', COUNT)
    w = Watch(t, 'a.p', '--progress')
    w.wait_for('DefaultImpl: explicit: [0-9,]+ states, ')
    begin = time.monotonic()
    t.write('a.p', PING)
    w.wait_for(r'\d\d:\d\d:\d\d  first round: stopped, \d+\.\d\d s\n')
    w.round('a.p changed', 'no violation')
    check(time.monotonic() - begin < 15, w.text)
    w.end(0)


@test
def a_step_without_end_is_stopped_too(t):
    t.library(SLEEPER)
    t.write('a.p', SLEEPS)
    w = Watch(t, 'a.p', '--foreign=./f.so')
    t.wait_for_file('asleep', w.child)
    t.write('a.p', PING)
    w.wait_for('first round: stopped, ')
    w.read_to = w.text.index('\n', w.read_to) + 1
    w.round('a.p changed', 'no violation')
    w.end(0)


@test
def a_crash_ends_a_round_only(t):
    code = ('#include <synod_foreign.h>\n#include <signal.h>\n'
            'syn_value Crash(const syn_env *env, const syn_value *args, size_t count)\n'
            '{ (void)args; (void)count; WHAT; return env->make_int(env, 0); }\n')
    t.library(code.replace('WHAT', 'raise(SIGKILL)'))
    t.write('a.p', 'fun Crash(): int;\nmachine Main { start state S { entry { assert Crash() == 0; } } }\n')
    w = Watch(t, 'a.p', '--foreign=./f.so')
    w.round('first round', 'ended by a signal')
    t.library(code.replace('WHAT', ''), 'g.so')
    os.rename(t.path('g.so'), t.path('f.so'))
    w.round(r'\./f\.so changed', 'no violation')
    w.end(0)


@cases(('int', signal.SIGINT), ('term', signal.SIGTERM), ('hup', signal.SIGHUP))
def an_end_in_the_middle_says_what_it_has(t, which):
    t.write('a.p', COUNT)
    w = Watch(t, 'a.p', '--progress')
    w.wait_for('DefaultImpl: explicit: [0-9,]+ states, ')
    said = w.end(3, which)
    check(re.search(r'DefaultImpl: unknown: the check was interrupted after [^\n]*\n'
                    r'\d\d:\d\d:\d\d  first round: unknown, \d+\.\d\d s\n$', said), said)


@test
def a_second_signal_ends_what_cannot_be_stopped(t):
    t.library(SLEEPER)
    t.write('a.p', SLEEPS)
    w = Watch(t, 'a.p', '--foreign=./f.so')
    t.wait_for_file('asleep', w.child)
    w.child.send_signal(signal.SIGINT)
    t.wait_for_file('woken', w.child)
    w.silent(0.1)
    check('ended by a signal' in w.end(3), w.text)


@test
def the_child_does_not_outlive_it(t):
    t.write('a.p', COUNT)
    w = Watch(t, 'a.p', '--progress')
    w.wait_for('DefaultImpl: explicit: [0-9,]+ states, ')
    with open(f'/proc/{w.child.pid}/task/{w.child.pid}/children') as f:
        children = f.read().split()
    check(len(children) == 1, f'{children}')
    w.child.kill()
    w.child.communicate(timeout=LIMIT)
    end = time.monotonic() + LIMIT
    while os.path.exists(f'/proc/{children[0]}') and time.monotonic() < end:
        with open(f'/proc/{children[0]}/stat') as f:
            if f.read().rsplit(')', 1)[1].split()[0] == 'Z':
                return
        time.sleep(0.05)
    check(not os.path.exists(f'/proc/{children[0]}'), 'it still runs')


@test
def a_snapshot_on_request(t):
    t.write('a.p', COUNT)
    w = Watch(t, 'a.p', '--engine=explicit', '--progress')
    w.wait_for('DefaultImpl: [0-9,]+ states, ')
    w.child.send_signal(signal.SIGUSR1)
    w.wait_for('synod: DefaultImpl: [0-9,]+ states, ')
    t.write('a.p', PING)
    w.wait_for('a.p changed: no violation, [^\n]*\n')
    w.child.send_signal(signal.SIGUSR1)
    w.wait_for('synod: waiting for changes\n')
    w.end(0)


@test
def options_of_check_are_understood(t):
    t.write('a.p', BUG + TWO.replace('WHAT', 'false'))
    w = Watch(t, 'a.p', '-t', 'tOther', '--engine=sample', '--schedules=7', '--json=out.json')
    said = w.round('first round', 'violated')
    check('tOther: violated' in said and 'tPing' not in said, said)
    x = t.json('out.json')
    check([(r['test'], r['engine'], r['verdict']) for r in x['results']] == [('tOther', 'sample', 'violated')], f'{x}')
    t.write('a.p', BUG + TWO.replace('WHAT', 'true'))
    said = w.round('a.p changed', 'no violation')
    check('no violation in 7 schedules' in said, said)
    check(t.json('out.json')['results'][0]['verdict'] == 'sampled', 'the file is not written anew')
    w.end(0)


@test
def an_input_may_come_back(t):
    t.write('a.p', PING)
    w = Watch(t, 'a.p')
    w.round('first round', 'no violation')
    os.remove(t.path('a.p'))
    w.wait_for(r'a\.p: error: cannot open')
    w.wait_for(r'(?m)^\d\d:\d\d:\d\d  a\.p is gone: waiting for a\.p to come back\n')
    t.write('a.p', 'event e\n')
    w.round('a.p is new', 'the model has errors')
    t.write('a.p', PING)
    w.round('a.p changed', 'no violation')
    os.remove(t.path('a.p'))
    w.wait_for('a.p is gone: waiting for a.p to come back\n')
    w.end(2)


@test
def a_folder_may_be_filled_later(t):
    os.mkdir(t.path('m'))
    w = Watch(t, 'm')
    w.round('first round', 'the model has errors')
    t.write('m/a.p', PING)
    w.round('m/a.p is new', 'no violation')
    w.end(0)


@cases(('file', 'nix.p'), ('project', 'nix.pproj'), ('folder', 'nix/'), ('in-nowhere', 'nix/a.p'))
def an_input_that_is_not_there(t, path):
    t.write('a.p', PING)
    for inputs in ([path], ['a.p', path]):
        t.run('watch', *inputs).expect(2, '', f"synod: error: cannot open '{path}': No such file or directory\n")


@cases(('mpi', '--mpi'), ('checkpoint', '--checkpoint=c'), ('resume', '--resume=c'), ('list', '--list-tests'),
       *((x, f'--{x}=-') for x in ('json', 'junit', 'sarif', 'dot', 'dot-states')))
def what_makes_no_sense(t, option):
    t.write('a.p', PING)
    name = option.replace('=-', ' -').split('=')[0]
    t.run('watch', 'a.p', option).expect(2, '', f'synod: error: {name}: not with watch\n')


@test
def wrong_options_are_told_each_time(t):
    t.write('a.p', PING)
    w = Watch(t, 'a.p', '-t', 'tLater')
    check("there is no test named 'tLater'" in w.round('first round', 'the check cannot begin'), w.text)
    t.write('a.p', PING + 'test tLater [main=Main]: { Main, Server };\n')
    w.round('a.p changed', 'no violation')
    w.end(0)


@test
def a_terminal_is_cleared_for_each_round(t):
    t.write('a.p', PING)
    master, slave = open_terminal()
    s = Session(t, master, slave, 'watch', '-Woff', 'a.p', columns=100)

    def wait_for(pattern):
        end = time.monotonic() + LIMIT
        while not re.search(pattern, s.raw.split('\033[H\033[2J')[-1]):
            check(time.monotonic() < end, f'{pattern!r} is not seen: {s.raw!r}')
            if select.select([master], [], [], 0.1)[0]:
                s.raw += os.read(master, 65536).decode()

    def lines():
        return s.raw.split('\033[H\033[2J')[-1].replace('\r', '').split('\n')
    wait_for('press Ctrl-C to stop\r\n')
    told = [line for line in lines() if not line.startswith('  ')]
    check(re.match('DefaultImpl: holds: ', told[0]) and 'first round: no violation' in told[1]
          and told[2:] == ['waiting for changes; press Ctrl-C to stop', ''], f'{lines()}')
    t.write('a.p', BUG)
    wait_for('a.p changed: violated, [^\n]*\r\nwaiting for changes; press Ctrl-C to stop\r\n')
    check(s.raw.count('\033[2J') == 2, repr(s.raw))
    s.type('\x03')
    r = t.finish(s.child)
    check(r.code == 1, r)
    os.close(slave)
    os.close(master)


@test
def control_c_on_a_terminal_in_the_middle(t):
    """The terminal tells both processes; that must not count twice."""
    t.write('a.p', COUNT)
    master, slave = open_terminal()
    s = Session(t, master, slave, 'watch', '-Woff', 'a.p', columns=200)
    end = time.monotonic() + LIMIT
    while ' waiting' not in s.raw and time.monotonic() < end:
        if select.select([master], [], [], 0.1)[0]:
            s.raw += os.read(master, 65536).decode()
    s.type('\x03')
    r = t.finish(s.child)
    while select.select([master], [], [], 0.1)[0]:
        s.raw += os.read(master, 65536).decode()
    check(r.code == 3 and 'DefaultImpl: unknown: the check was interrupted after ' in s.raw
          and 'first round: unknown, ' in s.raw, repr(s.raw[-800:]))
    os.close(slave)
    os.close(master)


if __name__ == '__main__':
    sys.exit(main())
