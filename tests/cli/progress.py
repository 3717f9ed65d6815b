"""How far it is: on a terminal, in lines, as JSON, and when SIGUSR1 asks.

usage: see harness.py
"""
import os
import re
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
from harness import ESCAPE, LIMIT, cases, check, has_sanitizer, main, open_terminal, test, wait_until_caught
from models import COUNT, PING, REASONS, SLEEPER, grid
from terminal import Session, Terminal

TIME = r'(?:\d+ h \d+ min|\d+ min \d+ s|\d+ s)'
COUNTS = r'[\d,]+(?: of [\d,]+)?'
# The three lines of the display, as regular expressions.
FAR = (rf'(?:{COUNTS} schedules(?: \(\d+%\))?, [\d,]+/s, [\d,]+ different behaviours?'
       rf'|{COUNTS} states?(?: \(\d+%\))?, [\d,]+/s, depth [\d,]+(?: of [\d,]+)?), {TIME}'
       rf'(?:(?:, this run {TIME})? of {TIME} \(\d+%\))?')
AHEAD = (rf'(?:restarted with a better tree: [\d,]+ states? again, )?'
         rf'(?:[\d,]+ waiting(?:, steady|, growing by [\d,]+/s|, falling by [\d,]+/s since depth [\d,]+)?)?'
         rf'(?:(?:; )?{TIME} left at this rate)?')
COST = (rf'[\d,]+ of [\d,]+ MB \(\d+%\)(?:, full in {TIME} at this rate)?'
        rf'(?:, [\d,]+ local steps? \(\d+\.\d% cached\))?(?:, hottest: .* \(\d+%\))?')
LINE = rf'DefaultImpl: {FAR}; (?:{AHEAD}; )?{COST}'


def is_sampled(options):
    return '--engine=sample' in options


def code_of(options):
    """Random runs that use up their time are no limit that was reached."""
    return 0 if is_sampled(options) else 3


WAYS = (('explicit', []), ('dfs', ['--search=dfs']), ('causal', ['--network=causal']),
        ('bitstate', ['--bitstate=16', '--max-memory=600', 'grid']), ('spill', ['--spill=.', '--max-memory=400']),
        ('sample', ['--engine=sample', '--schedules=1000000000', '--max-steps=100', '-j2']),
        ('pct', ['--engine=sample', '--strategy=pct', '--schedules=1000000000', '--max-steps=100', '-j2']))


def write_model(t, options):
    """Bitstate may miss a state, and where all are in one row, that is the end."""
    t.write('a.p', grid(8, 12) if 'grid' in options else COUNT)
    return [x for x in options if x != 'grid']


def on_terminal(t, *args, **how):
    master, slave = open_terminal()
    return Session(t, master, slave, 'check', '-Woff', *args, **how)


def close(s):
    os.close(s.slave)
    os.close(s.master)


def display(text, last=3):
    """The lines of the display, the first without the name; None: it is not there."""
    lines = text.split('\n')[-last:]
    if len(lines) < last or not lines[0].startswith('DefaultImpl: '):
        return None
    return [lines[0].removeprefix('DefaultImpl: ')] + [x.strip() for x in lines[1:]]


def is_display(text):
    lines = display(text)
    return (lines is not None and re.fullmatch(FAR, lines[0]) and re.fullmatch(AHEAD, lines[1])
            and re.fullmatch(COST, lines[2]) is not None)


# ---- On a terminal ----

@test
def the_emulator_of_these_tests_is_right(t):
    s = Terminal(10)
    s.feed('one\r\ntwo\r\nthr')
    s.feed('ee\r\033[2')
    s.feed('AONE\033[K\r\n\r\nx\033[J')
    check(s.text() == 'ONE\ntwo\nx', s.text())


@test
def three_lines_change_in_place_and_go_away(t):
    t.write('a.p', COUNT)
    s = on_terminal(t, 'a.p', '--engine=explicit', '--max-time=2', columns=160)
    s.wait_for(is_display)
    first = display(s.screen.text())
    s.wait_for(lambda text: is_display(text) and display(text) != first)
    check(len(s.screen.lines) == 3, s.screen.text())
    r = s.finish()
    r.expect(3)
    check(re.fullmatch(r'DefaultImpl: unknown: the time limit was reached after [^\n]*\n' + REASONS, s.screen.text()),
          repr(s.screen.text()))
    check('1' in s.screen.styles and s.screen.styles <= {'0', '1'}, f'{s.screen.styles}')
    close(s)


@cases(('20', 20), ('40', 40), ('80', 80), ('1', 1), ('2', 2))
def lines_are_cut_to_the_width(t, columns):
    t.write('a.p', COUNT)
    s = on_terminal(t, 'a.p', '--engine=explicit', columns=columns, out=False)
    s.wait_for(lambda text: s.raw.count('\033[J') > 2)
    check(s.screen.widest <= max(columns - 1, 0), f'{s.screen.widest} of {columns}: {s.screen.text()}')
    check(columns < 40 or s.screen.widest > columns // 2, f'{s.screen.widest}: {s.screen.text()}')
    s.stop()
    check(s.screen.text() == '', repr(s.screen.text()))
    close(s)


@test
def a_narrow_screen_still_has_numbers(t):
    """A long name is cut, and what follows it is seen."""
    t.write('a.p', COUNT.replace('machine Main', 'machine Counter') +
            'test tcAVeryLongNameForATest [main=Counter]: { Counter };\n')
    s = on_terminal(t, 'a.p', '--engine=explicit', columns=40, out=False)
    s.wait_for(lambda text: re.match(r'tcAVeryLong\.\.: [\d,]+ states', text))
    s.stop()
    close(s)


@cases(('1', 1, 1), ('2', 2, 1), ('3', 3, 2), ('4', 4, 3))
def few_rows_show_fewer_lines(t, rows, lines):
    t.write('a.p', COUNT)
    s = on_terminal(t, 'a.p', '--engine=explicit', rows=rows, out=False)
    s.wait_for(lambda text: s.raw.count('\033[J') > 2)
    check(len(s.screen.lines) == lines, s.screen.text())
    s.stop()
    check(s.screen.text() == '', repr(s.screen.text()))
    close(s)


@cases(('narrower', 120, 30), ('wider', 30, 120))
def a_window_may_be_resized(t, before, after):
    t.write('a.p', COUNT)
    s = on_terminal(t, 'a.p', '--engine=explicit', columns=before, out=False)
    s.wait_for(lambda text: s.raw.count('\033[J') > 1)
    while s.read(0):
        pass
    s.resize(after)
    seen = s.raw.count('\033[J')
    s.wait_for(lambda text: s.raw.count('\033[J') > seen + 1)
    last = s.raw[s.raw.rindex('\033[J', 0, s.raw.rindex('\033[J')):]
    longest = max(len(re.sub(r'\033\[\d*[A-Za-z]', '', x).strip('\r')) for x in last.split('\n'))
    check(longest <= after - 1 and longest > min(before, after) // 2, f'{longest}: {last!r}')
    check(len(s.screen.lines) == 3, s.screen.text())
    s.stop()
    check(s.screen.text() == '', repr(s.screen.text()))
    close(s)


@test
def the_cursor_rests_where_the_lines_begin(t):
    """So that wrapping them anew, or what is typed, does not matter."""
    t.write('a.p', COUNT)
    s = on_terminal(t, 'a.p', '--engine=explicit', out=False)
    s.wait_for(lambda text: s.raw.count('\033[2A') > 2)
    for part in s.raw.split('\r\033[2A')[1:-1]:
        check(part.startswith('\r') and part.count('\r\n') == 2, repr(part))
    s.stop()
    close(s)


@test
def control_c_leaves_no_garbage(t):
    t.write('a.p', COUNT)
    s = on_terminal(t, 'a.p', '--engine=explicit', columns=160)
    s.wait_for(is_display)
    s.type('\x03')
    s.finish().expect(3)
    check(re.fullmatch(r'DefaultImpl: unknown: the check was interrupted after [^\n]*\n', s.screen.text()),
          repr(s.screen.text()))
    close(s)


# Every step that is asked goes on at once, until there is a file `now`: then as SLEEPER.
STEPS_THAT_MAY_SLEEP = SLEEPER.replace('{\n    tell("asleep");', '{\n    if (access("now", F_OK) != 0)\n'
                                       '        return env->make_int(env, 1);\n    tell("asleep");')


@test
def a_second_control_c_leaves_no_garbage_either(t):
    """In a step that nothing can stop but the end of the process."""
    t.library(STEPS_THAT_MAY_SLEEP)
    t.write('a.p', 'fun Sleep(): int;\n' + COUNT.replace(
        'on eNext do (k: int) {', 'on eNext do (k: int) { assert Sleep() == 1;'))
    s = on_terminal(t, 'a.p', '--engine=explicit', '--foreign=./f.so', columns=160)
    s.wait_for(is_display)
    t.write('now', '')
    t.wait_for_file('asleep', s.child)
    while s.read(0.1):
        pass
    check(is_display(s.screen.text()), s.screen.text())
    s.signal(signal.SIGINT)
    t.wait_for_file('woken', s.child)  # it has not ended at the first signal, in the middle of a step
    s.signal(signal.SIGINT)
    s.finish(codes=(-signal.SIGINT,), limit=30)
    check(s.screen.text() == '', repr(s.screen.text()))
    close(s)


@test
def a_notice_stands_above_the_display(t):
    t.write('a.p', COUNT)
    s = on_terminal(t, 'a.p', '--engine=explicit', '--max-time=3', '--checkpoint=c', '--checkpoint-every=0', columns=160)
    s.wait_for(lambda text: text.count("synod: checkpoint written to 'c'\n") > 0 and is_display(text))
    s.finish().expect(3)
    check(re.fullmatch(r"(synod: checkpoint written to 'c'\n)+"
                       r'DefaultImpl: unknown: the time limit was reached [^\n]*\n' + REASONS +
                       r"synod: checkpoint written to 'c'; continue with --resume 'c'\n", s.screen.text()),
          repr(s.screen.text()))
    close(s)


@test
def several_tests_have_a_display_each(t):
    t.write('a.p', COUNT.replace('machine Main', 'machine Counter') +
            'test tOne [main=Counter]: { Counter };\ntest tTwo [main=Counter]: { Counter };\n')
    s = on_terminal(t, 'a.p', '--engine=explicit', '--max-time=1', columns=160)
    s.wait_for(lambda text: re.match('tOne: [0-9]', text))
    s.wait_for(lambda text: re.match('tOne: unknown: [^\n]*\n' + REASONS + 'tTwo: [0-9]', text))
    s.finish().expect(3)
    check(re.fullmatch(r'tOne: unknown: [^\n]*\n' + REASONS + r'tTwo: unknown: [^\n]*\n' + REASONS + r'\ntest +verdict.*', s.screen.text(), re.S),
          repr(s.screen.text()))
    close(s)


@cases(('no-color', {'NO_COLOR': '1'}, []), ('never', {}, ['--color=never']))
def no_colour_means_none(t, env, options):
    t.write('a.p', COUNT)
    s = on_terminal(t, 'a.p', '--engine=explicit', *options, env=env, columns=160)
    s.wait_for(is_display)
    s.stop()
    check(not s.screen.styles, f'{s.screen.styles}')
    close(s)


@cases(('dumb', {'TERM': 'dumb'}), ('none', {'TERM': ''}))
def a_dumb_terminal_gets_lines_now_and_then(t, env):
    t.write('a.p', COUNT)
    s = on_terminal(t, 'a.p', '--engine=explicit', '--max-time=6', env=env, columns=160)
    s.finish().expect(3)
    lines = s.screen.text().split('\n')
    check(ESCAPE not in s.raw and lines[1].startswith('DefaultImpl: unknown: ') and re.fullmatch(LINE, lines[0]), repr(s.raw))
    close(s)


@cases(('off', COUNT, ['--progress=off', '--max-time=1']), ('quiet', COUNT, ['-q', '--max-time=1']),
       ('quiet-lines', COUNT, ['-q', '--progress', '--max-time=2']), ('short', PING, []),
       ('short-lines', PING, ['--progress']))
def nothing_is_shown(t, model, options):
    t.write('a.p', model)
    s = on_terminal(t, 'a.p', *options, out=False)
    s.finish()
    check(s.raw == '', repr(s.raw))
    close(s)


@test
def lines_on_a_terminal(t):
    t.write('a.p', COUNT)
    s = on_terminal(t, 'a.p', '--engine=explicit', '--max-time=2', '--progress', out=False)
    s.finish().expect(3)
    check(ESCAPE not in s.raw and re.fullmatch(f'({LINE}\r\n)+', s.raw), repr(s.raw))
    close(s)


# ---- In lines ----

@cases(*WAYS)
def lines_in_a_pipe(t, options):
    options = write_model(t, options)
    r = t.check('-Woff', 'a.p', '--engine=explicit', '--max-time=2', '--progress', *options).expect(code_of(options)).lacks('\r', ESCAPE)
    lines = r.err.splitlines()
    check(1 <= len(lines) <= 4 and all(re.fullmatch(LINE, x) for x in lines), r)
    check(('local steps' in r.err) == (options in (['--search=dfs'], ['--network=causal'])), r)
    check(r.out.startswith('DefaultImpl: sampled: ' if is_sampled(options) else 'DefaultImpl: unknown: '), r)


@cases(('default', []), ('auto', ['--progress=auto']), ('off', ['--progress=off']), ('quiet', ['--quiet']),
       ('quiet-lines', ['-q', '--progress']))
def short_runs_leave_a_log_alone(t, options):
    t.write('a.p', COUNT)
    t.check('a.p', '--engine=explicit', '--max-time=1', *options).expect(3, err='').has('unknown: the time limit')


@test
def long_runs_do_not(t):
    t.write('a.p', COUNT)
    r = t.check('a.p', '--engine=explicit', '--max-time=12', limit=2 * LIMIT).expect(3)
    check(re.fullmatch(LINE + '\n', r.err), r)


@test
def limits_are_seen_with_their_share(t):
    t.write('a.p', COUNT)
    r = t.check('a.p', '--engine=explicit', '--max-time=2', '--max-states=100000000', '--max-depth=1000000000', '--max-memory=1000',
                '--progress').expect(3)
    found = re.match(r'DefaultImpl: ([\d,]+) of 100,000,000 states \((\d+)%\), [\d,]+/s, depth [\d,]+ of 1,000,000,000, '
                     r'(\d) s of 2 s \((\d+)%\); .*; ([\d,]+) of 1,000 MB \((\d+)%\)', r.err)
    check(found is not None, r)
    states, share, seconds, time_share, memory, memory_share = (int(x.replace(',', '')) for x in found.groups())
    check(abs(states / 1e6 - share) <= 0.51 and abs(memory / 10 - memory_share) <= 0.51, r)
    check(abs(time_share - seconds * 50) <= 25.5, r)


@cases(('word', 'loud'), ('empty', ''), ('two', 'lines,json'))
def wrong_modes(t, word):
    t.write('a.p', PING)
    t.check('a.p', f'--progress={word}').complaint(
        f"option '--progress' takes lines|json|auto|off, not '{word}'")


# ---- As JSON ----

NUMBERS = ('states', 'transitions', 'depth', 'terminal', 'schedules', 'behaviours', 'cut', 'local_steps')
RUNNING = {'type', 'test', 'engine', 'phase', 'pass_states', 'frontier', 'trend', 'frontier_rate',
           'falling_since', 'rate', 'left', 'memory_left', 'local_steps_asked', 'hottest', 'memory', 'seconds',
           'max_seconds', 'max_memory', 'max_states', 'max_depth', *NUMBERS}
AT_END = {'type', 'test', 'engine', 'verdict', 'memory', 'seconds', 'max_seconds', 'max_memory', 'max_states',
          'max_depth', *NUMBERS}


def check_objects(objects, result, extra=frozenset()):
    """That they are whole, do not fall, and end with what the result says."""
    check([x['type'] for x in objects].count('done') == 1 and objects[-1]['type'] == 'done', f'{objects}')
    before = dict.fromkeys(NUMBERS + ('seconds',), 0)
    for x in objects[:-1]:
        check(set(x) == RUNNING | extra, f'{set(x) ^ (RUNNING | extra)}')
        check(x['type'] in ('progress', 'snapshot') and x['phase'] in ('search', 'again', 'way', 'cycles', 'sample'), f'{x}')
        for key in before:
            check(x[key] >= before[key], f'{key} falls from {before[key]}: {x}')
            before[key] = x[key]
        check(x['pass_states'] <= x['states'], f'{x}')
        check(x['rate'] >= 0 and x['memory'] > 0, f'{x}')
        check((x['trend'] == 'falling') == (x['falling_since'] is not None), f'{x}')
    last = objects[-1]
    check(set(last) == AT_END | extra, f'{set(last) ^ (AT_END | extra)}')
    if result['verdict'] != 'violated':
        check(all(last[key] >= before[key] for key in before if key != 'seconds'), f'{last} {before}')
    for key in ('test', 'engine', 'verdict', 'memory', *NUMBERS):
        if key in result:
            check(last[key] == result[key], f'{key}: {last} {result}')
    check(abs(last['seconds'] - result['seconds']) < 0.01, f'{last} {result}')


@cases(*WAYS[:3])
def a_chain_has_one_state_that_waits(t, options):
    """... and another while that is expanded.  Depth first, a trend says nothing."""
    t.write('a.p', COUNT)
    r = t.check('-q', '-Woff', 'a.p', '--engine=explicit', '-j1', '--max-time=3', '--progress=json', *options).expect(3)
    told = [x for x in r.objects() if x['type'] == 'progress' and x['phase'] == 'search']
    check(told and all(x['frontier'] in (1, 2) for x in told), f'{told}')
    check('--search=dfs' not in options or all(x['trend'] is None for x in told), f'{told}')
    check(all(x['left'] is None for x in told), f'{told}')


@cases(*WAYS)
def json_objects(t, options):
    options = write_model(t, options)
    r = t.check('-q', '-Woff', 'a.p', '--engine=explicit', '--max-time=2', '--progress=json', '--json=out.json', *options).expect(code_of(options))
    objects = r.objects()
    is_sample = is_sampled(options)
    check(len(objects) >= 2, r)
    check_objects(objects, t.json('out.json')['results'][0], {'max_schedules'} if is_sample else frozenset())
    check(objects[0]['max_seconds'] == 2 and objects[0]['max_states'] is None, f'{objects[0]}')
    if is_sample:
        check(objects[-1]['schedules'] > 0 and objects[-1]['max_schedules'] == 1000000000, f'{objects[-1]}')
        check(objects[-2]['phase'] == 'sample' and objects[-2]['transitions'] > 0 and objects[-2]['behaviours'] > 0, f'{objects[-2]}')


# Four machines count without end, and each place for @ may take much longer than all others.
HOT = '''event eNext: int;
machine Main { start state Start { entry { new Worker(); new Worker(); new Worker(); new Worker(); } } }
machine Worker {
  start state Idle { entry { send this, eNext, 0; } on eNext goto Busy with (k: int) { } }
  state Busy {
    entry (k: int) { @entry send this, eNext, k + 1; }
    on eNext do (k: int) { @on raise eAgain, k; }
    on eAgain goto Busy;
    exit { @exit }
  }
}
event eAgain: int;
spec Seen observes eNext { start state Watching { on eNext do (k: int) { @spec } } }
test tc [main=Main]: assert Seen in { Main, Worker };
'''
SLOW = 'Wait();'
WAIT = 'fun Wait() { var i: int; while (i < 300) { i = i + 1; } }\n'


@cases(('entry', 'Worker.Busy entry', 'entry', []), ('on', 'Worker.Busy on eNext', 'on', ['-j2']),
       ('exit', 'Worker.Busy exit', 'exit', ['--search=dfs']), ('spec', 'Seen.Watching on eNext', 'spec', ['-j3']),
       ('causal', 'Worker.Busy on eNext', 'on', ['--network=causal']),
       ('sample', 'Worker.Busy entry', 'entry', ['--engine=sample', '--schedules=1000000000', '--max-steps=200', '-j2']))
def the_hottest_handler(t, name, where, options):
    """Work in functions that a handler calls is the handler's."""
    model = HOT.replace('@' + where, SLOW)
    t.write('a.p', re.sub('@[a-z]+', '', model) + WAIT)
    r = t.check('-q', '-Woff', 'a.p', '--engine=explicit', '--max-time=2', '--progress=json', *options).expect(code_of(options))
    found = [x for x in r.objects() if x['type'] == 'progress']
    check(len(found) >= 1, r)
    # 300 rounds of at least three instructions, beside at most 30 that are not in the loop.
    check(found[-1]['hottest']['handler'] == name and 0.9 < found[-1]['hottest']['share'] <= 1, f'{found[-1]}')


@test
def the_hottest_handler_in_words(t):
    t.write('a.p', re.sub('@[a-z]+', '', HOT.replace('@on', SLOW)) + WAIT)
    r = t.check('-Woff', 'a.p', '--engine=explicit', '--max-time=2', '--progress').expect(3)
    check(re.search(r', hottest: Worker\.Busy on eNext \((?:9\d|100)%\)$', r.err, re.M), r)


@test
def json_of_a_search_that_begins_anew(t):
    """Its numbers do not fall, and at the end are those of the result."""
    t.write('a.p', grid(6, 9 if has_sanitizer() else 12))
    r = t.check('-q', '-Woff', 'a.p', '--engine=explicit', '--progress=json', '--json=out.json', limit=3 * LIMIT).expect(0)
    check_objects(r.objects(), t.json('out.json')['results'][0])


@test
def json_of_several_tests(t):
    t.write('a.p', PING + 'machine Wrong { start state S { entry { assert false; } } }\n'
            'test tFine [main=Main]: { Main, Server };\ntest tWrong [main=Wrong]: { Wrong };\n')
    r = t.check('-Woff', 'a.p', '--progress=json', '--json=out.json').expect(1)
    results = t.json('out.json')['results']
    objects = r.objects()
    check([x['test'] for x in objects] == ['tFine', 'tWrong'], f'{objects}')
    for x, result in zip(objects, results):
        check_objects([x], result)


@test
def notices_are_objects_too(t):
    t.write('a.p', COUNT)
    r = t.check('-Woff', 'a.p', '--progress=json', '--max-states=5000', '--checkpoint=c').expect(3)
    check({'type': 'notice', 'text': "checkpoint written to 'c'; continue with --resume 'c'"} in r.objects(), r)


# ---- SIGUSR1 ----

def start_to_hear(t, *args, **how):
    """Starts a check; returns when it catches the signal."""
    child = t.start('check', '-Woff', *args, **how)
    wait_until_caught(child, signal.SIGUSR1)
    return child


def ask(t, *args, times=1):
    """Starts a check, and asks when it can answer; returns it with the answers."""
    child = start_to_hear(t, *args, bufsize=0)
    answers = []
    for _ in range(times):
        child.send_signal(signal.SIGUSR1)
        answers.append(child.stderr.readline().decode())
    return child, answers


@cases(*WAYS)
def a_signal_gets_an_answer(t, options):
    options = write_model(t, options)
    begin = time.monotonic()
    child, answers = ask(t, '-q', 'a.p', '--engine=explicit', *options, times=3)
    child.send_signal(signal.SIGINT)
    check(time.monotonic() - begin < 20, f'{answers}')
    for x in answers:
        check(re.fullmatch(f'synod: {LINE}\n', x), repr(x))
    t.finish(child).expect(3).has('the check was interrupted')


@test
def a_signal_while_cycles_are_looked_for(t):
    t.write('a.p', COUNT + 'event eDone;\nspec Ends observes eDone { start hot state Wait { on eDone goto Fine; } '
            'cold state Fine { } }\nmachine Top { start state S { entry { new Main(); } } }\n'
            'test t [main=Top]: assert Ends in { Top, Main };\n')
    child, answers = ask(t, '-q', 'a.p', '--engine=explicit', '--max-time=20')
    child.send_signal(signal.SIGINT)
    check(re.match(r'synod: t: [\d,]+ states?, ', answers[0]), f'{answers}')
    t.finish(child).expect(3)


@test
def a_signal_in_a_slow_step(t):
    t.write('a.p', '''machine Main {
  var x: int; var y: int; var z: int;
  start state S { entry { x = choose(10000); y = choose(10000); z = choose(100); assert x + y + z >= 0; } }
}
''')
    child, answers = ask(t, '-q', 'a.p', '--engine=explicit')
    child.send_signal(signal.SIGINT)
    check(re.match('synod: DefaultImpl: ', answers[0]), f'{answers}')
    t.finish(child).expect(3)


@test
def lines_of_auto_name_their_engine(t):
    """They take turns, one line a second for all of them together, and each counts for itself."""
    t.write('a.p', COUNT)
    r = t.check('-Woff', 'a.p', '--progress=lines', '--max-time=3', '--auto-states=1000').expect(3)
    lines = [x for x in r.err.splitlines() if not x.startswith('synod: ')]
    check(1 <= len(lines) <= 5 and all(re.match(r'DefaultImpl: (explicit|sample|sets|reduced|asi): [\d,.e]+ ', x) for x in lines), r)


@cases(('lines', '--progress=lines', r'synod: ' + LINE), ('off', '--progress=off', r'synod: ' + LINE),
       ('json', '--progress=json', r'\{"type": "snapshot", .*'))
def a_signal_in_every_mode(t, mode, form):
    t.write('a.p', COUNT)
    child = start_to_hear(t, 'a.p', '--engine=explicit', mode, bufsize=0)
    child.send_signal(signal.SIGUSR1)
    lines = [child.stderr.readline().decode() for _ in range(1 if 'off' in mode else 2)]
    child.send_signal(signal.SIGINT)
    check(any(re.fullmatch(form, x.strip()) for x in lines), f'{lines}')
    t.finish(child).expect(3)


@test
def a_signal_on_a_terminal(t):
    t.write('a.p', COUNT)
    s = on_terminal(t, 'a.p', '--engine=explicit', columns=250)
    s.wait_for(is_display)
    s.signal()
    s.wait_for(lambda text: re.match(f'synod: {LINE}\n', text) and is_display(text))
    s.type('\x03')
    s.finish().expect(3)
    check(re.fullmatch(f'synod: {LINE}\nDefaultImpl: unknown: [^\n]*\n', s.screen.text()), repr(s.screen.text()))
    close(s)


@test
def a_signal_at_any_time_does_no_harm(t):
    """While the model is loaded, between tests, at the end."""
    t.write('a.p', PING + ''.join(f'test t{i} [main=Main]: {{ Main, Server }};\n' for i in range(300)))
    child = start_to_hear(t, '-q', 'a.p', stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 5
    while child.poll() is None and time.monotonic() < deadline:
        child.send_signal(signal.SIGUSR1)
    t.finish(child).expect(0, '')


if __name__ == '__main__':
    sys.exit(main())
