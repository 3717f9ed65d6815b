#!/usr/bin/env python3
"""Tests of the `synod` command from the outside: the command line and the front end.

`check` and `replay` are in check.py, how to run the tests in harness.py.
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
import harness
from harness import ESCAPE, LIMIT, Failure, Skip, cases, check, open_terminal, \
    read_terminal, test

MANY = 100_000

OK = '''event ePing: machine;
event ePong;
machine Main {
  start state Init {
    entry {
      var s: machine;
      s = new Server();
      send s, ePing, this;
    }
    on ePong do { }
  }
}
machine Server {
  start state Wait {
    on ePing do (who: machine) { send who, ePong; }
  }
}
'''
OK_SUMMARY = 'ok: 1 file, 2 machines, 2 events, 1 test\n'
# One warning, no error.
WARN = 'event eUnused;\n' + OK
# Three errors, on lines 4, 5 and 6.
BAD = '''machine Main {
  start state S {
    entry {
      a1 = 1;
      b2 = 1;
      c3 = 1;
    }
  }
}
'''
START = 'machine Main { start state S { entry { '
END = ' } } }\n'


# ---- Commands and help ----

# As options.def says: (name, commands that take it).
MODEL = ['check', 'replay', 'compile', 'explore']
COMMANDS = {'EVERY': MODEL + ['man'], 'MODEL': MODEL, 'COMPILE': ['compile'], 'CHECK': ['check'],
            'REPLAY': ['replay'], 'EXPLORE': ['explore']}


def options():
    text = open(f'{harness.ROOT}/src/api/options.def').read()
    text = text[text.index('SECTION("General")'):]
    found = re.findall(r'^OPT\((?:[^"]*?)"([a-z-]+)"(?:[^"]|"[^"]*")*?,\s*IN_[A-Z]+(?:\s*\|\s*IN_[A-Z]+)*,\s*'
                       r'((?:EVERY|MODEL|COMPILE|CHECK|REPLAY)(?:\s*\|\s*[A-Z]+)*),\s*(?:"|registry_)', text, re.M)
    check(len(found) == len(re.findall(r'^OPT\(', text, re.M)) > 20, f'options.def: {found}')
    check(len({name for name, _ in found}) == len(found), 'an option is there twice')
    return [('--' + name, [c for w in re.findall('[A-Z]+', words) for c in COMMANDS[w]]) for name, words in found]


@cases(('general', ['--help'], ['synod check', 'synod replay', 'synod compile']),
       ('letter', ['-h'], ['synod check']), ('none', [], ['synod check']), ('word', ['help'], ['synod check']),
       ('compile', ['compile', '--help'], ['synod compile']),
       ('compile-letter', ['compile', '-h'], ['synod compile']),
       ('compile-after-input', ['compile', 'nowhere.p', '--help'], ['synod compile']),
       ('check', ['check', '--help'], ['synod check [INPUT...]']),
       ('word-check', ['help', 'check'], ['synod check [INPUT...]', '--max-states']),
       ('replay', ['replay', '--help'], ['synod replay TRACE [INPUT...]']),
       ('man', ['man', '--help'], ['synod man']))
def help_text(t, args, words):
    r = t.run(*args).expect(0, err='').has(*words, '--help', 'Exit codes').lacks('(null)')
    check(all(len(line) < 120 for line in r.out.splitlines()), 'a line of help is too long')
    check(r.out.endswith('\n') and not r.out.endswith('\n\n'), 'help does not end well')


@cases(('all', None), *((c, c) for c in COMMANDS['EVERY']))
def help_has_every_option_of_its_command(t, command):
    r = t.run(*([] if command is None else [command]), '--help').expect(0)
    for name, commands_of in options():
        wanted = command is None or command in commands_of
        shown = re.search(rf'{name}(?![a-z-])', r.out.split('Options:')[1]) is not None
        check(shown == wanted, f'{name} is {"" if shown else "not "}shown\n{r.describe()}')


@cases(('long', ['--version']), ('letter', ['-V']), ('compile', ['compile', '--version']),
       ('check', ['check', '-V']))
def version(t, args):
    r = t.run(*args).expect(0, err='')
    number = re.search(r"version\s*:\s*'([^']+)'", open(f'{harness.ROOT}/meson.build').read()).group(1)
    check(r.out.startswith(f'synod {number}\n'), f'not version {number}: {r.out!r}')


@cases(('unknown', ['xyz'], "unknown command 'xyz'"),
       ('empty', [''], "unknown command ''"),
       ('typo', ['cmpile'], "unknown command 'cmpile'; did you mean 'compile'?"),
       ('swap', ['chekc'], "unknown command 'chekc'; did you mean 'check'?"),
       ('case', ['MAN'], "unknown command 'MAN'; did you mean 'man'?"),
       ('file', ['model.p'], "unknown command 'model.p'; to check a model: synod check model.p"),
       ('folder', ['./x'], "unknown command './x'; to check a model: synod check ./x"),
       ('only-options', ['--quiet'], 'no command given'))
def commands(t, args, text):
    t.run(*args).complaint(text)


@cases(
    ('unknown', ['--bogus'], "unknown option '--bogus'"),
    ('unknown-letter', ['-x'], "unknown option '-x'"),
    ('unknown-with-value', ['--bogus=3'], "unknown option '--bogus'"),
    ('british', ['--colour=auto'], "unknown option '--colour'; did you mean '--color'?"),
    ('typo', ['--max-error=3'], "unknown option '--max-error'; did you mean '--max-errors'?"),
    ('typo-after-input', ['ok.p', '--quite'], "unknown option '--quite'; did you mean '--quiet'?"),
    ('flag-value', ['--quiet=1'], "option '--quiet' takes no value"),
    ('flag-empty-value', ['--quiet='], "option '--quiet' takes no value"),
    ('no-number', ['--max-errors=x'],
     "option '--max-errors' needs a number from 0 to 1000000, not 'x'"),
    ('empty-number', ['--max-errors='],
     "option '--max-errors' needs a number from 0 to 1000000, not ''"),
    ('negative', ['--max-errors', '-1'],
     "option '--max-errors' needs a number from 0 to 1000000, not '-1'"),
    ('sign', ['--max-errors=+5'],
     "option '--max-errors' needs a number from 0 to 1000000, not '+5'"),
    ('blank', ['--max-errors= 5'],
     "option '--max-errors' needs a number from 0 to 1000000, not ' 5'"),
    ('rest', ['--max-errors=5x'],
     "option '--max-errors' needs a number from 0 to 1000000, not '5x'"),
    ('too-large', ['--max-errors=1000001'],
     "option '--max-errors' needs a number from 0 to 1000000, not '1000001'"),
    ('overflow', ['--max-errors=18446744073709551616'],
     "option '--max-errors' needs a number from 0 to 1000000, not '18446744073709551616'"),
    ('missing-number', ['ok.p', '--max-errors'], "option '--max-errors' needs a value (N)"),
    ('missing-choice', ['ok.p', '--color'], "option '--color' needs a value (auto|always|never)"),
    ('missing-letter', ['ok.p', '-W'], "option '--warnings' needs a value (on|off|error)"),
    ('choice', ['--color=red'], "option '--color' takes auto|always|never, not 'red'"),
    ('choice-empty', ['--color='], "option '--color' takes auto|always|never, not ''"),
    ('choice-prefix', ['--color=al'], "option '--color' takes auto|always|never, not 'al'"),
    ('choice-case', ['--color=Auto'], "option '--color' takes auto|always|never, not 'Auto'"),
    ('choice-two', ['--color=auto|always'],
     "option '--color' takes auto|always|never, not 'auto|always'"),
    ('choice-all', ['-Won|off|error'],
     "option '--warnings' takes on|off|error, not 'on|off|error'"),
    ('choice-letter', ['-Wfoo'], "option '--warnings' takes on|off|error, not 'foo'"),
    ('choice-format', ['--message-format', 'xml'],
     "option '--message-format' takes text|json, not 'xml'"),
    ('before-help', ['--bogus', '--help'], "unknown option '--bogus'"),
)
def wrong_options(t, args, text):
    t.write('ok.p', OK)
    t.compile(*args).complaint(text)


@cases(('compile', ['compile']), ('check', ['check']), ('sequential', ['check', '--engine=sequential']))
def several_models_at_once(t, command):
    hint = 'synod: hint: if these files are separate models, check each of them alone\n'
    for name in 'abc':
        t.write(f'm/{name}.p', 'param N: int;\nmachine Main { start state S { } }\n')
    r = t.run(*command, '--max-errors=1', 'm').expect(2, '')
    check(r.err.endswith('synod: 4 errors\n' + hint) and r.err.count('hint') == 1, r)
    t.run(*command, '--message-format=json', 'm').expect(2, '').lacks(hint)
    t.write('n/a.p', 'event eOne; event eTwo;\n')
    t.write('n/b.p', 'event eOne; event eOther; event eOther;\n')
    t.run(*command, 'n').expect(2, '').has('2 errors').lacks(hint)


CHECK = "'synod check a.{}' shows a run that goes wrong"
AFTER = "use 'synod check a.{}' after each change"
EVENTS = ("'synod check a.{0} --all-events --trace=run.trace' shows a violation event by event, "
          "and 'synod replay run.trace a.{0}' replays it")


@cases(('explore', 'explore', CHECK, EVENTS), ('watch', 'watch', AFTER, AFTER), ('replay', 'replay', CHECK, None))
def commands_refuse_other_kinds_of_model(t, command, of_icet, of_c):
    t.write('a.c', 'int main(void) { return 0; }')
    t.write('a.icet', 'proc p { }')
    t.write('trace.json', '{}')
    trace = ['trace.json'] if command == 'replay' else []
    t.run(command, *trace, 'a.icet').expect(2, '', f"synod: error: 'synod {command}' does not take models in IceT; {of_icet.format('icet')}\n")
    if of_c is not None:
        refusal = f"synod: error: 'synod {command}' does not take models in C; {of_c.format('c')}\n"
        t.run(command, 'a.c').expect(2, '', refusal)
        t.run('-q', command, 'a.c').expect(2, '', refusal)


@cases(('c', ['--keep-going'], "'--keep-going' applies only to models in C"),
       ('old', ['--jobs=2'], "unknown option '--jobs'"),
       ('icet', ['--sizes=A=1'], "'--sizes' applies only to models in IceT and to --engine=sequential"))
def options_are_for_kinds_of_model(t, args, text):
    t.write('ok.p', OK)
    t.check('ok.p', *args).complaint(text)


@test
def options_belong_to_commands(t):
    t.write('ok.p', OK)
    for name, commands_of in list(options())[::5 if harness.has_sanitizer() else 1]:
        for command in COMMANDS['EVERY']:
            if command not in commands_of:
                t.run(command, name, 'ok.p').complaint(f"'{name}' does not apply to 'synod {command}'")
    t.run('explore', '-j2', 'ok.p').complaint("'-j' does not apply to 'synod explore'")
    t.run('explore', '--engine=dpor', 'ok.p').complaint("'--engine' does not apply to 'synod explore'")


@cases(('before', ['--quiet', 'ok.p']), ('after', ['ok.p', '--quiet']), ('letter', ['-q', 'ok.p']),
       ('twice', ['-q', 'ok.p', '-q']), ('all', [
           '--color=never', '--message-format', 'text', '--max-errors=05', '-W', 'on', '-Woff',
           '--strict-p', 'ok.p', '--quiet']))
def options_and_inputs_in_any_order(t, args):
    t.write('ok.p', OK)
    t.compile(*args).expect(0, '', '')


@test
def the_last_of_an_option_counts(t):
    t.write('warn.p', WARN)
    t.compile('-Werror', '--warnings=off', 'warn.p').expect(0, err='')
    t.compile('--warnings=off', '-W', 'error', 'warn.p').expect(2, out='')


@test
def dashes_end_options(t):
    t.write('-q.p', OK)
    t.compile('--', '-q.p').expect(0, OK_SUMMARY, '')
    t.compile('-q', '--', '-q.p').expect(0, '', '')
    t.compile('./-q.p').expect(0, OK_SUMMARY, '')
    t.compile('--', '--help').expect(2, '', '--help: error: cannot open: No such file or '
                                     'directory\nsynod: 1 error\n')


# ---- What compile prints ----

@test
def summary_counts(t):
    t.write('a.p', OK)
    t.write('b.p', 'spec Watch observes ePing { start state S { on ePing do { } } }\n'
            'test tOne [main=Main]: assert Watch in { Main, Server };\n'
            'test tTwo [main=Main]: { Main, Server };\n')
    t.compile('a.p', 'b.p').expect(0, 'ok: 2 files, 2 machines, 1 spec, 2 events, 2 tests\n', '')


@test
def quiet_hides_no_errors(t):
    t.write('bad.p', WARN + BAD)
    t.compile('--quiet', 'bad.p').expect(2, out='').has('error: ', 'synod: ').lacks('warning')


PARAMS = OK + '''param n: int;
param b: bool;
test tPlain [main=Main]: { Main, Server };
test param (n in [1, -2, 3], b in [true, false]) tAll [main=Main]: { Main, Server };
test param (n in [1, 2, 3]) assume (n > 1) tSome [main=Main]: { Main, Server };
'''


@test
def list_tests(t):
    t.write('a.p', PARAMS)
    t.compile('--list-tests', 'a.p').expect(
        0, 'tPlain\ntAll___n_1__b_true\ntAll___n_neg2__b_true\ntAll___n_3__b_true\n'
        'tAll___n_1__b_false\ntAll___n_neg2__b_false\ntAll___n_3__b_false\n'
        'tSome___n_2\ntSome___n_3\n')
    t.write('b.p', OK)
    t.compile('--list-tests', 'b.p').expect(0, 'DefaultImpl\n', '')
    t.write('c.p', 'event e;\n')
    t.compile('--list-tests', '-Woff', 'c.p').expect(0, '', '')


@test
def dump_ir(t):
    t.write('a.p', OK)
    r = t.compile('--dump-ir', 'a.p').expect(0, err='')
    r.has('event ePing: machine\n', 'event ePong\n', 'machine Main\n', 'machine Server\n',
          'start state Init\n', 'test DefaultImpl main Main\n').lacks('ok: ')
    check(t.compile('a.p', '--dump-ir').out == r.out, 'the dump is not the same twice')
    t.write('bad.p', BAD)
    t.compile('--dump-ir', 'bad.p').expect(2, out='')


@test
def strict_p(t):
    t.write('a.p', OK + 'invariant yes: true;\n')
    t.compile('-Woff', 'a.p').expect(0, err='')
    t.compile('--strict-p', 'a.p').expect(
        2, '', "a.p:18:1: error: 'invariant' belongs to the proof dialect\n"
        '   18 | invariant yes: true;\n'
        '      | ^~~~~~~~~\n'
        '      = hint: --strict-p allows it only in projects with target PVerifier\n'
        'synod: 1 error\n')
    t.project('v.pproj', '<PFile>a.p</PFile>', '<Target>PChecker, PVerifier</Target>')
    t.compile('--strict-p', '-Woff', 'v.pproj').expect(0, err='')
    t.project('c.pproj', '<PFile>a.p</PFile>', '<Target>PChecker</Target>')
    t.compile('--strict-p', 'c.pproj').expect(2)
    t.write('q.p', 'machine Main { var exists: bool; start state S { } }\n')
    t.compile('-Woff', 'q.p').expect(0, err='')
    t.compile('--strict-p', 'q.p').expect(2).has(
        "'exists' is a reserved word and cannot be a variable name",
        'hint: P reserves the words of its proof dialect in every program; without --strict-p they are names, too')


@test
def warnings(t):
    t.write('a.p', WARN)
    place = '    1 | event eUnused;\n      |       ^~~~~~~\n'
    text = "event 'eUnused' is never used [unused-event]\n"
    warning = 'a.p:1:7: warning: ' + text + place
    summary = 'ok: 1 file, 2 machines, 3 events, 1 test\n'
    t.compile('a.p').expect(0, summary, warning)
    t.compile('--warnings=on', 'a.p').expect(0, summary, warning)
    t.compile('--warnings', 'off', 'a.p').expect(0, summary, '')
    t.compile('-Werror', 'a.p').expect(
        2, '', 'a.p:1:7: error: ' + text + place + 'synod: 1 error\n')


@test
def max_errors(t):
    t.write('a.p', BAD)
    def shown(n):
        return ''.join(f"a.p:{4 + i}:7: error: no variable named '{v}'\n    {4 + i} |       {v} = 1;\n"
                       '      |       ^~\n' for i, v in enumerate(['a1', 'b2', 'c3'][:n]))
    more = 'synod: more errors follow (3 in all); --max-errors=0 shows them\n'
    end = 'synod: 3 errors\n'
    t.compile('a.p').expect(2, '', shown(3) + end)
    for n in '0', '3', '4', '1000000':
        t.compile('--max-errors', n, 'a.p').expect(2, '', shown(3) + end)
    for n in 1, 2:
        t.compile(f'--max-errors={n}', 'a.p').expect(2, '', shown(n) + more + end)
    r = t.compile('--max-errors=2', '--message-format=json', 'a.p').expect(2, '')
    check([o['severity'] for o in r.objects()] == ['error', 'error', 'note'], r.describe())
    check('3 in all' in r.objects()[-1]['message'], r.describe())


def mistakes(count, between='\n'):
    """Statements with one mistake each, all different."""
    return ''.join(f'x{i} = 1;{between}' for i in range(count))


@test
def max_errors_default_is_20(t):
    t.write('a.p', START + mistakes(21) + END)
    r = t.compile('a.p').expect(2).has('more errors follow (21 in all)')
    check(r.err.count('error:') == 20, r.describe())
    t.write('a.p', START + mistakes(20) + END)
    t.compile('a.p').expect(2).lacks('more errors').has('synod: 20 errors\n')


# ---- Colour ----

@cases(('auto', [], {}, False), ('auto-explicit', ['--color=auto'], {}, False),
       ('never', ['--color', 'never'], {}, False), ('always', ['--color=always'], {}, True),
       ('always-no-color', ['--color=always'], {'NO_COLOR': '1'}, True))
def color_in_a_pipe(t, options, env, colored):
    t.write('a.p', BAD)
    r = t.compile(*options, 'a.p', env=env).expect(2)
    check((ESCAPE in r.err) == colored, r.describe())
    if colored:
        r.has('\033[1;31merror:\033[0m', '\033[1ma.p:4:7:\033[0m', '\033[1;32m^~\033[0m')
        plain = re.sub('\033\\[[0-9;]*m', '', r.err)
        check(plain == t.compile('a.p').err, 'colour changes the text')


@cases(('auto', [], {}, True), ('never', ['--color=never'], {}, False),
       ('no-color', [], {'NO_COLOR': '1'}, False), ('no-color-empty', [], {'NO_COLOR': ''}, True),
       ('always-no-color', ['--color=always'], {'NO_COLOR': '1'}, True),
       ('json', ['--message-format=json'], {}, False))
def color_on_a_terminal(t, options, env, colored):
    t.write('a.p', BAD)
    master, slave = open_terminal()
    try:
        r = t.compile(*options, 'a.p', env=env, stderr=slave)
        r.expect(2, out='')
        text = read_terminal(master)
    finally:
        os.close(slave)
        os.close(master)
    check(b"no variable named 'a1'" in text, f'found {text!r}')
    check((b'\033[' in text) == colored, f'found {text!r}')


@test
def color_looks_at_stderr_not_stdout(t):
    t.write('a.p', BAD)
    master, slave = open_terminal()
    try:
        t.compile('a.p', stdout=slave).expect(2).lacks(ESCAPE)
    finally:
        os.close(slave)
        os.close(master)


# ---- JSON ----

@test
def json_messages(t):
    t.write('a.p', 'event e: int;\nmachine Main {\n\tvar count: int;\n\tstart state S {\n'
            '\t\tentry { count = true; /* é→ */ cuont = 2; }\n\t}\n}\n')
    found = t.compile('--message-format=json', 'a.p').expect(2, '').objects()
    check(found == [
        {'severity': 'error', 'message': 'expected int, found bool', 'file': 'a.p', 'line': 5,
         'column': 19, 'endColumn': 23, 'details': [
             {'severity': 'note', 'message': "'count' is declared here as int", 'file': 'a.p',
              'line': 3, 'column': 6, 'endColumn': 11}]},
        {'severity': 'error', 'message': "no variable named 'cuont'", 'file': 'a.p', 'line': 5,
         'column': 34, 'endColumn': 39, 'details': [
             {'severity': 'hint', 'message': "did you mean 'count'?"}]},
    ], f'found {found}')


@test
def json_of_warnings(t):
    t.write('a.p', WARN)
    r = t.compile('--message-format', 'json', 'a.p').expect(0)
    check(r.objects() == [
        {'severity': 'warning', 'code': 'unused-event', 'file': 'a.p', 'line': 1, 'column': 7,
         'endColumn': 14, 'message': "event 'eUnused' is never used"}], r.describe())
    t.write('a.p', OK)
    t.compile('--message-format=json', 'a.p').expect(0, OK_SUMMARY, '')


@test
def json_without_position(t):
    r = t.compile('--message-format=json', 'no.p').expect(2, '')
    check(r.objects() == [{'severity': 'error', 'file': 'no.p',
                           'message': 'cannot open: No such file or directory'}], r.describe())


@cases(('quote', 'a"b.p'), ('backslash', 'a\\b.p'), ('newline', 'a\nb.p'), ('tab', 'a\tb.p'),
       ('control', 'a\x01\x1b\x7fb.p'), ('unicode', 'é→\U0001f600.p'))
def json_special_characters(t, name):
    t.write(name, 'event e "\\";')
    r = t.compile('--message-format=json', name).expect(2)
    check([o['file'] for o in r.objects()] == [name], r.describe())


@test
def json_file_name_not_utf8(t):
    name = b'a\xff.p'
    try:
        with open(os.path.join(t.folder.encode(), name), 'w') as f:
            f.write('event e f;')
    except OSError:
        raise Skip('the file system refuses such names') from None
    t.compile('--message-format=json', name).expect(2).objects()


@test
def json_special_characters_in_messages(t):
    t.write('a.p', 'event e \\;\nevent "a\tb" c;\nevent \x01;\nevent ü;\n')
    found = t.compile('--message-format=json', 'a.p').expect(2).objects()
    check("unexpected character '\\'" in found[0]['message'], f'found {found}')
    check(any("'ü'" in o['message'] for o in found), f'found {found}')


# ---- Inputs ----

@test
def several_files(t):
    events, rest = OK.split('machine Main', 1)
    t.write('a.p', events)
    t.write('b.p', 'machine Main' + rest)
    summary = 'ok: 2 files, 2 machines, 2 events, 1 test\n'
    t.compile('a.p', 'b.p').expect(0, summary, '')
    t.compile('b.p', 'a.p').expect(0, summary, '')
    t.compile('b.p').expect(2).has("'ePing'")


@test
def the_same_file_twice_counts_once(t):
    t.write('sub/ok.p', OK)
    os.symlink('ok.p', t.path('sub/soft.p'))
    os.link(t.path('sub/ok.p'), t.path('sub/hard.p'))
    for inputs in (['sub/ok.p'] * 2, ['sub/ok.p', './sub/../sub/ok.p'], ['sub/ok.p', 'sub/soft.p'],
                   ['sub/ok.p', 'sub/hard.p'], ['sub', 'sub/ok.p'], ['sub/ok.p', 'sub'],
                   ['sub', 'sub/', './sub'], [t.path('sub/ok.p'), 'sub/ok.p']):
        t.compile(*inputs).expect(0, OK_SUMMARY, '')


@test
def folder(t):
    events, rest = OK.split('machine Main', 1)
    t.write('m/a.p', events)
    t.write('m/x/y/z/b.p', 'machine Main' + rest)
    t.write('m/.hidden.p', 'this is no P')
    t.write('m/._a.p', b'\0\5\26\7')
    t.write('m/.git/c.p', 'this is no P')
    t.write('m/readme.txt', 'this is no P')
    t.write('m/a.p.orig', 'this is no P')
    t.write('m/.p', 'this is no P')
    for path in 'm', 'm/', './m', t.path('m'):
        t.compile(path).expect(0, 'ok: 2 files, 2 machines, 2 events, 1 test\n', '')
    t.compile('m/.hidden.p').expect(2)


@test
def folder_without_models(t):
    t.write('none/readme.txt', '')
    t.compile('none').expect(2, '', 'none: error: no .p or .icet files in this folder or below\n'
                             'synod: 1 error\n')
    t.write('ok.p', OK)
    t.compile('none', 'ok.p').expect(2).has('none: error: no .p or .icet files in this folder or below')
    t.compile('ok.p', 'none').expect(2).has('none: error: no .p or .icet files in this folder or below')


@test
def folder_named_like_a_file(t):
    os.mkdir(t.path('x.p'))
    t.compile('x.p').expect(2).has('x.p: error: no .p or .icet files in this folder or below')
    t.write('x.p/ok.p', OK)
    t.compile('x.p').expect(0, OK_SUMMARY, '')
    t.compile('.').expect(0, OK_SUMMARY, '')
    os.mkdir(t.path('y.pproj'))
    t.compile('y.pproj').expect(2).bounded()


@test
def folder_with_loops(t):
    t.write('m/ok.p', OK)
    os.symlink('.', t.path('m/a'))
    t.compile('m').expect(0, OK_SUMMARY, '')


@test
def folder_with_two_loops(t):
    t.write('m/ok.p', OK)
    os.symlink('.', t.path('m/a'))
    os.symlink('.', t.path('m/b'))
    os.symlink('..', t.path('m/c'))
    t.compile('m').expect(0, OK_SUMMARY, '')


@test
def links_to_folders_are_not_followed_unless_they_are_named(t):
    t.write('m/ok.p', OK)
    t.write('other/bad.p', BAD)
    os.symlink('../other', t.path('m/a'))
    os.symlink('/', t.path('m/root'))
    t.compile('m').expect(0, OK_SUMMARY, '')
    t.compile('m/a').expect(2).has('m/a/bad.p:')
    t.project('x.pproj', '<InputFiles><PFile>m</PFile></InputFiles>')
    t.compile('x.pproj').expect(0, OK_SUMMARY, '')
    os.unlink(t.path('m/ok.p'))
    t.compile('m').expect(2, '', 'm: error: no .p or .icet files in this folder or below (links to folders are not followed)\n'
                          'synod: 1 error\n')


@test
def folder_deeper_than_anyone_has(t):
    deep = 'm' + '/d' * 100
    t.write('m/bad.p', BAD)
    t.write(deep + '/ok.p', OK)
    t.compile(deep).expect(0, OK_SUMMARY, '')
    t.compile('m').expect(2)


@test
def missing_files(t):
    t.compile('no.p').expect(2, '', 'no.p: error: cannot open: No such file or directory\n'
                             'synod: 1 error\n')
    t.write('ok.p', OK)
    t.compile('ok.p/x.p').expect(2).has('ok.p/x.p: error: cannot open: Not a directory')
    t.compile('').expect(2).has('cannot open: No such file or directory')
    t.compile('no.pproj').expect(2).has('no.pproj: error: cannot open: No such file')
    t.compile('x' * 300 + '.p').expect(2).has('File name too long')
    t.compile('no.p', 'ok.p').expect(2).has('no.p: error: cannot open')


@test
def every_missing_file_is_named(t):
    why = 'cannot open: No such file or directory\n'
    t.compile('no1.p', 'no2.p').expect(
        2, '', f'no1.p: error: {why}no2.p: error: {why}synod: 2 errors\n')


@test
def dangling_links(t):
    t.write('m/ok.p', OK)
    os.symlink('nowhere', t.path('m/x.p'))
    os.symlink('nowhere', t.path('m/x.txt'))
    os.symlink('loop.p', t.path('loop.p'))
    message = 'm/x.p: error: cannot open: No such file or directory\nsynod: 1 error\n'
    t.compile('m/x.p').expect(2, '', message)
    t.compile('m').expect(2, '', message)
    t.compile('loop.p').expect(2).has('loop.p: error: cannot open: ')


@test
def unreadable(t):
    if os.geteuid() == 0:
        raise Skip('root reads everything')
    t.write('m/ok.p', OK)
    os.chmod(t.path('m/ok.p'), 0)
    t.compile('m/ok.p').expect(2, '', 'm/ok.p: error: cannot read: Permission denied\n'
                               'synod: 1 error\n')
    os.chmod(t.path('m'), 0)
    t.compile('m').expect(2, '', 'm: error: cannot read this folder: Permission denied\n'
                          'synod: 1 error\n')
    os.chmod(t.path('m'), 0o700)


@test
def no_input(t):
    t.write('none/readme.txt', '')
    t.compile(cwd=t.path('none')).expect(2, '', '.: error: no .p or .icet files in this folder or below\n'
                                         'synod: 1 error\n')
    t.write('files/sub/ok.p', OK)
    t.compile(cwd=t.path('files')).expect(0, OK_SUMMARY, '')
    t.compile('--', cwd=t.path('files')).expect(0, OK_SUMMARY, '')
    t.compile('-q', cwd=t.path('files')).expect(0, '', '')
    t.write('project/stray.p', BAD)
    t.write('project/src/ok.p', OK)
    t.project('project/b.pproj', '<PFile>src</PFile>')
    t.write('project/.a.pproj', 'hidden, not XML')
    os.mkdir(t.path('project/folder.pproj'))
    t.compile(cwd=t.path('project')).expect(0, OK_SUMMARY, '')


@test
def folder_with_a_project(t):
    """It means the project: with its includes, and without stray files."""
    write_library(t)
    t.project('m/top.pproj', '<PFile>../top.p</PFile>', '<IncludeProject>../lib/lib.pproj</IncludeProject>')
    t.write('m/stray.p', BAD)
    t.write('m/sub/other.pproj', 'below, not XML')
    for path, cwd in ('m', '.'), ('m/', '.'), ('.', 'm'), ('../m', 'lib'), (t.path('m'), 'lib'):
        t.compile('--list-tests', path, cwd=t.path(cwd)).expect(0, 'tTop\n', '')
    t.compile('--list-tests', cwd=t.path('m')).expect(0, 'tTop\n', '')
    t.check('m').expect(0).has('tTop: holds')
    t.write('m/top.pproj', '<Project/>')
    t.compile('m').expect(2, '').has('m/top.pproj:1:1: error: this project has no <ProjectName>')
    t.compile(cwd=t.path('m')).expect(2, '').has('top.pproj:1:1: error: ').lacks('./')


@test
def paths_of_a_project_are_tidy(t):
    t.write('bad.p', BAD)
    t.project('m/sub/top.pproj', '<PFile>./.././../bad.p</PFile>')
    check(t.compile('m/sub').expect(2).err.startswith('bad.p:4:7: error: '), 'another path')
    os.symlink('m/sub', t.path('link'))
    t.compile('link').expect(2).has('link/./.././../bad.p:4:7: error: ')
    t.compile(cwd=t.path('m/sub')).expect(2).has('../../bad.p:4:7: error: ')


@test
def folder_with_several_projects(t):
    t.write('m/ok.p', OK)
    for name in 'b', 'a', 'c':
        t.project(f'm/{name}.pproj', '<PFile>ok.p</PFile>')
    for command in 'compile', 'check', 'explore':
        t.run(command, 'm').expect(2, '', 'm: error: this folder has 3 projects; name one of them\n'
                                   '      = hint: m/a.pproj, m/b.pproj, m/c.pproj\nsynod: 1 error\n')
    t.compile(cwd=t.path('m')).expect(2, '', '.: error: this folder has 3 projects; name one of them\n'
                                      '      = hint: a.pproj, b.pproj, c.pproj\nsynod: 1 error\n')
    t.compile('m/b.pproj').expect(0, OK_SUMMARY, '')
    for i in range(30):
        t.project(f'm/p{i:02}.pproj', '<PFile>ok.p</PFile>')
    t.compile('m').expect(2, '').has('33 projects', 'm/p16.pproj, ...').lacks('m/p17.pproj')


@test
def folder_with_projects_below(t):
    """All files below it, unless they belong to several projects: then these are listed, and nothing else is said."""
    for name in 'one', 'two':
        t.write(f'm/{name}/ok.p', OK)
        t.project(f'm/{name}/{name}.pproj', '<PFile>ok.p</PFile>')
    for command in 'compile', 'check', 'explore':
        t.run(command, 'm').expect(2, '', 'm: error: this folder has no project, but there are 2 below; name one of them\n'
                                   '      = hint: m/one/one.pproj\n      = hint: m/two/two.pproj\nsynod: 1 error\n')
    t.compile('m', 'm/one/ok.p').expect(2).lacks('declared')
    t.compile('m/one').expect(0, OK_SUMMARY, '')
    check(all(x['severity'] for x in t.compile('--message-format=json', 'm').expect(2, '').objects()), 'not JSON')
    t.compile('m/one/ok.p', 'm/two/ok.p').expect(2).has('check each of them alone').lacks('projects below')
    os.remove(t.path('m/two/ok.p'))
    t.compile('m').expect(0, OK_SUMMARY, '')
    for i in range(30):
        t.project(f'm/{i:02}/p.pproj')
    t.write('m/bad.p', BAD)
    t.compile('m').expect(2).has('    m/19/p.pproj\n    and 12 more\n').lacks('m/20/p.pproj')


def from_pipe(text):
    """A pipe with TEXT in it; the reader closes it."""
    read, write = os.pipe()
    os.write(write, text.encode())
    os.close(write)
    return open(read, 'rb')  # pylint: disable=consider-using-with


@test
def standard_input(t):
    t.write('ok.p', OK)
    with open(t.path('ok.p'), 'rb') as f:
        t.compile('-', stdin=f).expect(0, OK_SUMMARY, '')
    with from_pipe(BAD) as f:
        t.compile('-', stdin=f).expect(2).has('<stdin>:4:7: error: ')
    with from_pipe(OK) as f:
        t.check('--', '-', stdin=f).expect(0).has('DefaultImpl: holds')
    with from_pipe(OK) as f:
        t.compile('-', '-', stdin=f).expect(0, OK_SUMMARY, '')
    events, rest = OK.split('machine Main', 1)
    t.write('events.p', events)
    with from_pipe('machine Main' + rest) as f:
        t.compile('events.p', '-', stdin=f).expect(0, 'ok: 2 files, 2 machines, 2 events, 1 test\n', '')
    t.write('-', BAD)
    t.compile('./-').expect(2).has('./-:4:7: error: ')
    t.compile('-').expect(0, 'ok: 1 file\n', '')


@test
def standard_input_that_does_not_fit(t):
    t.write('s', 'help\n')
    t.run('watch', '-').expect(2, '', "synod: error: 'synod watch' needs files; it cannot watch the standard input\n")
    t.check('-', '--mpi').expect(2, '', 'synod: error: --mpi needs files; only one process has the standard input\n')
    both = ('synod: error: the model and the commands cannot both come from the standard input; '
            'use --script=FILE for the commands\n')
    t.run('explore', '-').expect(2, '', both)
    t.replay('--step', 'trace.json', '-').expect(2, '', both)
    with from_pipe(OK) as f:
        t.run('explore', '-', '--script=s', stdin=f).expect(0)
    t.write('a.icet', 'proc p { }\n')
    t.check('a.icet', '-').expect(2, '').has('<stdin>: error: this is P; P and IceT models cannot be checked together')
    with from_pipe('proc p { }\n') as f:
        t.check('-', stdin=f).expect(2, '').has('<stdin>: error: this looks like IceT; only P can come from the standard input')
    folder = os.open(t.path('.'), os.O_RDONLY | os.O_DIRECTORY)
    t.compile('-', stdin=folder).expect(2, '', '<stdin>: error: cannot read: Is a directory\nsynod: 1 error\n')
    os.close(folder)


@test
def replay_of_a_model_from_the_standard_input(t):
    model = START + 'assert false;' + END
    t.write('a.p', model)
    with from_pipe(model) as f:
        t.check('-q', '-', '--json=out.json', stdin=f).expect(1, 'DefaultImpl: violated: assertion failed at <stdin>:1\n', '')
    t.replay('out.json').expect(2, '', 'synod: error: the model of the trace came from the standard input; name it: '
                                'synod replay out.json MODEL...\n')
    t.replay('-q', 'out.json', 'a.p').expect(1, 'DefaultImpl: violated again: assertion failed\n', '')
    with from_pipe(model) as f:
        t.replay('-q', 'out.json', '-', stdin=f).expect(1, 'DefaultImpl: violated again: assertion failed\n', '')


@test
def quiet_prints_no_warnings(t):
    t.write('a.p', WARN)
    t.compile('a.p').expect(0).has('[unused-event]')
    for command in 'compile', 'check':
        t.run(command, '-q', 'a.p', '--sarif=out.sarif').expect(0, '', '')
        check('eUnused' in json.dumps(t.json('out.sarif')), 'the report lacks the warning')
        t.run(command, '-q', '--message-format=json', 'a.p').expect(0, '', '')
    t.compile('-q', '-Werror', 'a.p').expect(2, '').has('error: event \'eUnused\' is never used')
    t.write('many.p', ''.join(f'event e{i};\n' for i in range(10_100)))
    t.compile('-q', 'many.p').expect(0, '', '')


LIBRARY = '''event eUnused; event eUnsent; event eUnhandled;
fun Unused() { var local: int; }
machine Helper { start state S { on eUnsent do { } entry { send this, eUnhandled; } } fun Mine() { } }
spec Watch observes eUnsent { start state S { ignore eUnsent; } }
'''


@test
def warnings_about_included_projects(t):
    """What the program does not use of a library is no mistake; a local slip is one."""
    t.write('lib/lib.p', LIBRARY)
    t.project('lib/lib.pproj', '<PFile>lib.p</PFile>', project_name='Lib')
    t.write('top.p', 'fun Own() { } machine Main { start state S { entry { new Helper(); } } }\n'
            'test t [main=Main]: { Main, Helper };\n')
    t.project('top.pproj', '<PFile>top.p</PFile>', '<IncludeProject>lib/lib.pproj</IncludeProject>')
    about_use = ['unused-event', 'unsent-event', 'unhandled-event', 'unattached-spec', "function 'Unused'", "function 'Mine'"]
    t.compile('top.pproj').expect(0).lacks(*about_use).has("function 'Own' is never called", "unused variable 'local'")
    t.compile('top.p', 'lib/lib.p').expect(0).has(*about_use)
    t.project('both.pproj', '<PFile>top.p</PFile>', '<PFile>lib/lib.p</PFile>')
    t.compile('both.pproj').expect(0).has(*about_use)


@test
def pipes(t):
    t.write('ok.p', OK)
    with open(t.path('ok.p')) as f:
        t.compile('/dev/stdin', stdin=f).expect(0, OK_SUMMARY, '')
    read, write = os.pipe()
    os.write(write, BAD.encode())
    os.close(write)
    t.compile('/dev/stdin', stdin=read).expect(2).has('/dev/stdin:4:7: error: ')
    os.close(read)


# ---- Projects ----

@test
def project(t):
    events, rest = OK.split('machine Main', 1)
    t.write('shop/one.p', events)
    t.write('shop/src/deep/two.p', 'machine Main' + rest)
    t.write('shop/src/.hidden.p', 'no P')
    t.write('shop/src/Foreign.cs', 'no P')
    t.write('shop/src/Foreign.java', 'no P')
    t.write('shop/stray.p', 'not listed')
    t.write('shop/shop.pproj', '''<?xml version="1.0" encoding="utf-8"?>
<!-- a project -->
<Project>
  <ProjectName> Shop_1 </ProjectName>
  <InputFiles>
    <PFile> ./one.p </PFile>
    <PFile>./src/</PFile>
    <PFile>src/deep/two.p</PFile>
    <PFile>src/Foreign.cs</PFile>
  </InputFiles>
  <OutputDir>./out/</OutputDir>
  <Target>PChecker</Target>
  <pobserve-package>com.shop.spec</pobserve-package>
</Project>
''')
    summary = 'ok: 2 files, 2 machines, 2 events, 1 test\n'
    t.compile('shop/shop.pproj').expect(0, summary, '')
    t.compile('shop.pproj', cwd=t.path('shop')).expect(0, summary, '')
    t.compile(t.path('shop/shop.pproj')).expect(0, summary, '')
    t.compile('shop/shop.pproj', 'shop/shop.pproj', 'shop/one.p').expect(0, summary, '')
    check(not os.path.exists(t.path('shop/out')), 'the output folder was made')


@test
def project_with_missing_files(t):
    t.write('ok.p', OK)
    t.project('a.pproj', '<PFile>no.p</PFile>', '<PFile>ok.p</PFile>')
    t.compile('a.pproj').expect(
        0, OK_SUMMARY, "a.pproj:3:1: warning: 'no.p' does not exist [missing-file]\n"
        '    3 | <PFile>no.p</PFile>\n      | ^\n')
    t.compile('-Woff', 'a.pproj').expect(0, OK_SUMMARY, '')
    t.compile('-Werror', 'a.pproj').expect(2, '')


@test
def errors_survive_many_warnings(t):
    t.write('bad.p', BAD)
    t.project('a.pproj', *[f'<PFile>no{i}.p</PFile>' for i in range(10_100)], '<PFile>bad.p</PFile>')
    t.compile('a.pproj').expect(2).has("bad.p:4:7: error: no variable named 'a1'")


@cases(
    ('tag', 'a.pproj:2:22: error: malformed project file: mismatched tag\n'
     '    2 |   <ProjectName>Shop</ProjectNam>\n      |                      ^~~~~~~~~~\n',
     '<Project>\n  <ProjectName>Shop</ProjectNam>\n</Project>\n'),
    ('empty', 'a.pproj:1:1: error: malformed project file: no element found\n'
     '    1 | \n      | ^\n', ''),
    ('open', 'a.pproj:2:1: error: malformed project file: no element found\n'
     '    2 | \n      | ^\n', '<Project>\n'),
    ('text', 'a.pproj:1:1: error: malformed project file: syntax error\n'
     '    1 | hello\n      | ^~~~~\n', 'hello\n'),
    ('second-root', 'a.pproj:2:1: error: malformed project file: junk after document element\n'
     '    2 | <Project/>\n      | ^\n', '<Project/>\n<Project/>\n'),
    ('root', 'a.pproj:1:1: error: expected <Project>, found <Projekt>\n'
     '    1 | <Projekt><ProjectName>A</ProjectName><PFile>ok.p</PFile></Projekt>\n      | ^\n',
     '<Projekt><ProjectName>A</ProjectName><PFile>ok.p</PFile></Projekt>\n'),
    ('no-name', 'a.pproj:1:1: error: this project has no <ProjectName>\n'
     '    1 | <Project>\n      | ^\n', '<Project>\n<PFile>ok.p</PFile></Project>\n'),
    ('bad-name', "a.pproj:2:2: error: 'A-b' is not a project name (letters, digits and '_' only)\n"
     '    2 |  <ProjectName>A-b</ProjectName>\n      |  ^\n',
     '<Project>\n <ProjectName>A-b</ProjectName>\n<PFile>ok.p</PFile></Project>\n'),
    ('digit-name', "a.pproj:1:10: error: '1a' is not a project name "
     "(letters, digits and '_' only)\n"
     '    1 | <Project><ProjectName>1a</ProjectName>\n      |          ^\n',
     '<Project><ProjectName>1a</ProjectName>\n<PFile>ok.p</PFile></Project>\n'),
    ('no-files', 'a.pproj:1:1: error: this project names no .p files\n'
     '    1 | <Project><ProjectName>A</ProjectName></Project>\n      | ^\n',
     '<Project><ProjectName>A</ProjectName></Project>\n'),
    ('missing-include', "a.pproj:3:1: error: cannot open 'no.pproj': No such file or directory\n"
     '    3 | <IncludeProject>no.pproj</IncludeProject>\n      | ^\n',
     '<Project><ProjectName>A</ProjectName>\n<PFile>ok.p</PFile>\n'
     '<IncludeProject>no.pproj</IncludeProject>\n</Project>\n'),
    ('circle-of-one', 'a.pproj:3:1: error: projects include each other in a cycle\n'
     '    3 | <IncludeProject>a.pproj</IncludeProject>\n      | ^\n',
     '<Project><ProjectName>A</ProjectName>\n<PFile>ok.p</PFile>\n'
     '<IncludeProject>a.pproj</IncludeProject>\n</Project>\n'),
)
def wrong_project(t, message, text):
    t.write('ok.p', OK)
    t.write('a.pproj', text)
    t.compile('a.pproj').expect(2, '', message + 'synod: 1 error\n')


@cases(('empty-name', '<Project><ProjectName/><PFile>ok.p</PFile></Project>'),
       ('nul', '<Project><ProjectName>A</ProjectName>\0<PFile>ok.p</PFile></Project>'),
       ('not-utf8', b'<Project><ProjectName>A\xff</ProjectName><PFile>ok.p</PFile></Project>'),
       ('empty-include', '<Project><ProjectName>A</ProjectName><PFile>ok.p</PFile>'
        '<IncludeProject/></Project>'),
       ('folder-include', '<Project><ProjectName>A</ProjectName><PFile>ok.p</PFile>'
        '<IncludeProject>.</IncludeProject></Project>'),
       ('file-include', '<Project><ProjectName>A</ProjectName><PFile>ok.p</PFile>'
        '<IncludeProject>ok.p</IncludeProject></Project>'),
       ('external', '<!DOCTYPE Project [<!ENTITY a SYSTEM "file:///etc/passwd">]>\n'
        '<Project><ProjectName>&a;</ProjectName><PFile>ok.p</PFile></Project>'),
       ('long-name', '<Project><ProjectName>' + '-' * 1_000_000 +
        '</ProjectName><PFile>ok.p</PFile></Project>'))
def damaged_project(t, text):
    t.write('ok.p', OK)
    t.write('a.pproj', text)
    t.compile('a.pproj').expect(2, '').has(': error: ').lacks('root:').bounded()


@test
def project_in_other_encodings(t):
    t.write('ok.p', OK)
    text = '<Project><ProjectName>A</ProjectName><PFile>ok.p</PFile></Project>'
    t.write('a.pproj', b'\xef\xbb\xbf' + text.encode())
    t.compile('a.pproj').expect(0, OK_SUMMARY, '')
    t.write('a.pproj', ('<?xml version="1.0" encoding="UTF-16"?>' + text).encode('utf-16'))
    t.compile('a.pproj').expect(0, OK_SUMMARY, '')


@test
def project_nested_deeply(t):
    t.write('ok.p', OK)
    t.project('a.pproj', '<PFile>ok.p</PFile>', '<a>' * MANY + '</a>' * MANY)
    r = t.compile('a.pproj').expect(0, OK_SUMMARY)
    check(r.err.count('unknown element <a>') == 1, r.describe())


@test
def project_with_slips(t):
    t.write('ok.p', OK)
    t.project('a.pproj', '<PFile>ok.p</PFile><PFlie>more.p</PFlie><PFile> gone.p</PFile>')
    r = t.compile('a.pproj').expect(0, OK_SUMMARY)
    r.has('warning: unknown element <PFlie> [unknown-element]', 'hint: did you mean <PFile>?',
          "'gone.p' does not exist [missing-file]")


def peak_memory(t, *args):
    """Runs synod; returns (exit code, stderr, peak in MB)."""
    script = ('import json, resource, subprocess, sys\n'
              f'r = subprocess.run(sys.argv[1:], capture_output=True, timeout={LIMIT})\n'
              'peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss\n'
              'print(json.dumps([r.returncode, r.stderr.decode("latin-1"), peak // 1024]))\n')
    r = subprocess.run([sys.executable, '-c', script, harness.SYNOD, *args], cwd=t.folder,
                       capture_output=True, check=False)
    check(r.returncode == 0, f'{args}: {r.stderr.decode()}')
    return json.loads(r.stdout)


@cases(
    ('laughs', '<!DOCTYPE Project [<!ENTITY l0 "lol">' + ''.join(
        f'<!ENTITY l{i} "' + f'&l{i - 1};' * 10 + '">' for i in range(1, 12)) +
     ']>\n<Project><ProjectName>&l11;</ProjectName><PFile>ok.p</PFile></Project>'),
    ('quadratic', '<!DOCTYPE Project [<!ENTITY a "' + 'x' * MANY + '">]>\n<Project>'
     '<ProjectName>A</ProjectName><PFile>' + '&a;' * MANY + '</PFile></Project>'),
    ('recursive', '<!DOCTYPE Project [<!ENTITY a "&b;"><!ENTITY b "&a;">]>\n'
     '<Project><ProjectName>&a;</ProjectName><PFile>ok.p</PFile></Project>'))
def entity_bombs(t, text):
    t.write('ok.p', OK)
    t.write('a.pproj', '<?xml version="1.0"?>\n' + text)
    code, err, megabytes = peak_memory(t, 'compile', 'a.pproj')
    check(code == 2 and re.match(r'a\.pproj:[23]:\d+: error: ', err) and len(err) < 20_000,
          f'exit code {code}: {err[:1000]}')
    check(megabytes < 600, f'{megabytes} MB')


LIB_TEST = 'test tLib [main=Main]: { Main, Server };\n'


def write_library(t):
    t.write('lib/src/lib.p', OK)
    t.write('lib/src/test.p', LIB_TEST)
    t.project('lib/lib.pproj', '<PFile>src</PFile>', project_name='Lib')
    t.write('top.p', 'machine Top { start state S { entry { new Server(); } } }\n'
            'test tTop [main=Top]: { Top, Server };\n')


@test
def include(t):
    write_library(t)
    t.project('top.pproj', '<PFile>top.p</PFile>',
              '<IncludeProject>lib/lib.pproj</IncludeProject>')
    os.mkdir(t.path('else'))
    for path, cwd in ('top.pproj', '.'), ('../top.pproj', 'else'), (t.path('top.pproj'), 'else'):
        t.compile('-q', path, cwd=t.path(cwd)).expect(0, '', '')
        t.compile('--list-tests', path, cwd=t.path(cwd)).expect(0, 'tTop\n', '')
    t.compile('--list-tests', 'lib/lib.pproj').expect(0, 'tLib\n', '')
    t.compile('--list-tests', 'top.p', 'lib').expect(0, 'tTop\ntLib\n', '')


@test
def include_against_the_current_folder(t):
    write_library(t)
    t.project('sub/top.pproj', '<PFile>../top.p</PFile>',
              '<IncludeProject>lib/lib.pproj</IncludeProject>')
    t.compile('--list-tests', 'sub/top.pproj').expect(0, 'tTop\n', '')


@test
def include_transitively_and_twice(t):
    write_library(t)
    up = '<IncludeProject>../lib/lib.pproj</IncludeProject>'
    t.write('left/l.p', 'event eLeft;\n')
    t.write('left/t.p', 'test tLeft [main=Main]: { Main, Server };\n')
    t.project('left/left.pproj', '<PFile>.</PFile>', up)
    t.write('right/r.p', 'event eRight;\n')
    t.project('right/right.pproj', '<PFile>r.p</PFile>', up)
    t.project('top.pproj', '<IncludeProject>left/left.pproj</IncludeProject>',
              '<PFile>top.p</PFile>', '<IncludeProject>right/right.pproj</IncludeProject>')
    t.compile('-Woff', 'top.pproj').expect(0, 'ok: 6 files, 3 machines, 4 events, 1 test\n', '')
    t.compile('-Woff', '--list-tests', 'top.pproj').expect(0, 'tTop\n', '')


@test
def include_circle(t):
    t.write('ok.p', OK)
    t.project('a.pproj', '<PFile>ok.p</PFile>', '<IncludeProject>b.pproj</IncludeProject>')
    t.project('b.pproj', '<IncludeProject>c.pproj</IncludeProject>')
    t.project('c.pproj', '<IncludeProject>./a.pproj</IncludeProject>')
    t.compile('a.pproj').expect(
        2, '', 'c.pproj:3:1: error: projects include each other in a cycle\n'
        '    3 | <IncludeProject>./a.pproj</IncludeProject>\n      | ^\nsynod: 1 error\n')


@test
def include_many(t):
    t.write('ok.p', OK)
    for i in range(300):
        t.project(f'p{i}.pproj', '<PFile>ok.p</PFile>',
                  f'<IncludeProject>p{i + 1}.pproj</IncludeProject>' if i < 299 else '')
    t.compile('p250.pproj').expect(0, OK_SUMMARY, '')
    t.compile('p0.pproj').expect(2).has('projects include each other too deeply').bounded()
    t.project('wide.pproj', *[f'<IncludeProject>p{i}.pproj</IncludeProject>'
                              for i in range(299, -1, -1)])
    t.compile('wide.pproj').expect(0, OK_SUMMARY, '')


@test
def errors_in_an_included_project(t):
    t.write('ok.p', OK)
    t.project('lib/lib.pproj', '<PFile>x.p</PFile>', project_name='no name')
    t.project('a.pproj', '<PFile>ok.p</PFile>', '<IncludeProject>lib/lib.pproj</IncludeProject>')
    t.compile('a.pproj').expect(2).has("lib/lib.pproj:2:1: error: 'no name' is not a project name")


# ---- Damaged and unusual files ----

@cases(
    ('nul', b'event e;\n  \0\n',
     'a.p:2:3: error: NUL byte in the source: this is not a text file\n'
     '    2 |   \ufffd\n      |   ^\n'),
    ('latin1-name', b'event caf\xe9;\n',
     'a.p:1:10: error: invalid UTF-8: the file has another encoding\n'
     '    1 | event caf\ufffd;\n      |          ^\n'),
    ('comment', '// é\n  /* never\n',
     'a.p:2:3: error: unterminated comment\n    2 |   /* never\n      |   ^\n'
     "      = hint: it needs a closing '*/'\n"),
    ('string', 'event e;\nevent "abc',
     'a.p:2:7: error: unterminated string\n    2 | event "abc\n      |       ^~~~\n'
     "      = hint: the string that starts here has no closing '\"'\n"),
    ('control', 'event e\x1b;\n',
     'a.p:1:8: error: unexpected control character 0x1b\n'
     '    1 | event e\ufffd;\n      |        ^\n'),
)
def damaged_file(t, text, message):
    t.write('a.p', text)
    t.compile('a.p').expect(2, '', message + 'synod: 1 error\n')


@test
def invalid_utf8_in_a_comment(t):
    # P takes such a file; Synod does not, see docs/language.md.
    t.write('a.p', b'// caf\xe9\n' + OK.encode())
    t.compile('a.p').expect(2).has('a.p:1:7: error: invalid UTF-8')


@cases(('utf16', 'event e;\n'.encode('utf-16')), ('elf', b'\x7fELF\2\1\1\0' + bytes(range(256))),
       ('noise', bytes((i * i * 7 + i // 3) % 256 for i in range(50_000))),
       ('nuls', bytes(100_000)))
def binary_file(t, text):
    t.write('a.p', text)
    t.compile('a.p').expect(2, '').has('a.p:1:', 'error: ').bounded()


@test
def no_raw_control_characters_in_messages(t):
    t.write('a.p', 'event e \x1b[31m\x07\x08 \x9b31m \x7f;\n')
    for options in [], ['--message-format=json']:
        r = t.compile(*options, 'a.p').expect(2)
        bad = [c for c in r.err if (ord(c) < 32 and c not in '\n\t') or 0x7f <= ord(c) < 0xa0]
        check(not bad, f'control characters {bad}\n{r.describe()}')


@cases(('empty', ''), ('blank', ' \n\t\r\n\f'), ('line-comment', '// nothing'),
       ('block-comment', '/* nothing\n * at all */'), ('bom', b'\xef\xbb\xbf'),
       ('empty-comment', '/**/'))
def file_with_nothing_in_it(t, text):
    t.write('a.p', text)
    t.compile('a.p').expect(0, 'ok: 1 file\n', '')
    t.compile('--dump-ir', 'a.p').expect(0, err='')


@cases(('bom', b'\xef\xbb\xbf' + OK.encode()), ('crlf', OK.replace('\n', '\r\n')),
       ('cr', OK.replace('\n', '\r')), ('no-final-newline', OK.rstrip()),
       ('one-line', OK.replace('\n', ' ')))
def file_formats(t, text):
    t.write('a.p', text)
    t.compile('a.p').expect(0, OK_SUMMARY, '')


@cases(('128MB', (128 << 20) + 1), ('1GB', 1 << 30), ('8GB', 8 << 30))
def too_large(t, size):
    for name in 'a.p', 'a.pproj':
        t.write(name, '')
        try:
            os.truncate(t.path(name), size)
        except OSError:
            raise Skip('no sparse file of this size here') from None
        r = t.compile(name).expect(2, '', f'{name}: error: cannot read: larger than the limit of '
                                   '128 MB\nsynod: 1 error\n')
        check(r.seconds < 3, f'took {r.seconds} s')


@test
def dev_zero(t):
    if not os.path.exists('/dev/zero'):
        raise Skip('no /dev/zero')
    t.compile('/dev/zero').expect(2, '', '/dev/zero: error: cannot read: larger than the limit of '
                                  '128 MB\nsynod: 1 error\n')
    t.compile('/dev/null').expect(0, 'ok: 1 file\n', '')


@test
def dev_full(t):
    if not os.path.exists('/dev/full'):
        raise Skip('no /dev/full')
    t.write('ok.p', OK)
    t.write('bad.p', BAD)
    with open('/dev/full', 'w') as full:
        for args in (['compile', 'ok.p'], ['compile', '--dump-ir', 'ok.p'], ['--help'],
                     ['--version'], ['man']):
            t.run(*args, stdout=full).expect(
                2, err='synod: cannot write the output: No space left on device\n')
        t.run('compile', '-q', 'ok.p', stdout=full).expect(0)
        t.run('compile', 'bad.p', stderr=full).expect(2)


@test
def closed_pipe(t):
    t.write('big.p', ''.join(f'event e{i}: int;\n' for i in range(20_000)) + OK)
    child = subprocess.Popen([harness.SYNOD, 'compile', '-Woff', '--dump-ir', 'big.p'], cwd=t.folder,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    line = child.stdout.readline()
    child.stdout.close()
    try:
        child.wait(timeout=LIMIT)
    except subprocess.TimeoutExpired:
        child.kill()
        raise Failure('hangs when its reader has gone') from None
    err = child.stderr.read()
    child.stderr.close()
    check(line == b'event e0: int\n', f'found {line!r}')
    check(child.returncode in (4, -13), f'exit code {child.returncode}')
    check(not harness.SANITIZER.search(err), err.decode())


@test
def closed_streams(t):
    t.write('bad.p', BAD)
    t.write('ok.p', OK)
    for file, redirection in (('bad.p', '2>&-'), ('bad.p', '>&-'), ('ok.p', '2>&-'),
                              ('ok.p', '<&-')):
        r = subprocess.run(['sh', '-c', f'"$0" compile {file} {redirection}', harness.SYNOD], cwd=t.folder,
                           capture_output=True, timeout=LIMIT, check=False)
        want = 2 if file == 'bad.p' else 0
        check(r.returncode == want, f'{file} {redirection}: exit code {r.returncode}, {r.stderr}')


# ---- Excess ----

DEEP = 'nested too deeply (more than 1000 levels)'


@cases(
    ('parentheses', START + 'print format("{0}", ' + '(' * MANY + '1' + ')' * MANY + ');' + END),
    ('open-parentheses', START + 'x = ' + '(' * MANY),
    ('braces', START + '{' * MANY + '}' * MANY + END),
    ('open-braces', START + '{' * MANY),
    ('seq', 'type t = ' + 'seq[' * MANY + 'int' + ']' * MANY + ';\n'),
    ('tuple-types', 'type t = ' + '(' * MANY + 'int' + ',)' * MANY + ';\n'),
    ('else-if', START + 'if (true) { } ' + 'else if (true) { } ' * MANY + END),
    ('if', START + 'if (true) ' * MANY + ';' + END),
    ('while', START + 'while (true) ' * MANY + ';' + END),
    ('not', START + 'assert ' + '!' * MANY + 'true;' + END),
    ('minus', START + 'assert 0 == ' + '- ' * MANY + '1;' + END),
    ('modules', START + END + 'module m = ' + '(' * MANY + '{ Main }' + ')' * MANY + ';\n'),
    ('sum', START + 'assert 0 == 1' + ' + 1' * MANY + ';' + END),
    ('and', START + 'assert true' + ' && true' * MANY + ';' + END),
    ('index', START + 'x' + '[0' * MANY + ']' * MANY + ' = 1;' + END),
    ('fields', START + 'x' + '.a' * MANY + ' = 1;' + END),
    ('calls', START + 'f(' * MANY + ')' * MANY + ';' + END),
    ('receive', 'event e; ' + START + 'receive { case e: { ' * MANY + '} }' * MANY + END),
)
def deep(t, text):
    t.write('a.p', text)
    r = t.compile('a.p').expect(2, '').has(DEEP, 'synod: 1 error\n').bounded(1000)
    check(r.err.count(DEEP) == 1, r.describe())


@cases(('parentheses', START + 'assert 1 == ' + '(' * 200 + '1' + ')' * 200 + ';' + END),
       ('braces', START + '{' * 200 + '}' * 200 + END),
       ('else-if', START + 'if (true) { } ' + 'else if (true) { } ' * 200 + END),
       ('sum', START + 'assert 0 == 1' + ' + 1' * 500 + ';' + END),
       ('seq', 'type t = ' + 'seq[' * 50 + 'int' + ']' * 50 + ';\n'))
def deep_as_programs_are(t, text):
    t.write('a.p', text)
    t.compile('a.p').expect(0, err='')


def chain(line, first, order):
    lines = [first] + [line.format(i + 1, i) for i in range(MANY)]
    return '\n'.join(lines if order == 'up' else reversed(lines)) + '\n'


# Neither the order of files nor that of declarations matters (reference, section 1).
@cases(('up', 'up'), ('down', 'down'))
def chain_of_typedefs(t, order):
    t.write('a.p', chain('type t{} = t{};', 'type t0 = int;', order))
    t.compile('a.p').expect(0, 'ok: 1 file\n', '')


@cases(('up', 'up'), ('down', 'down'))
def chain_of_nested_types(t, order):
    t.write('a.p', chain('type t{} = seq[t{}];', 'type t0 = int;', order))
    t.compile('a.p').expect(2).has('type nested too deeply').bounded()


@cases(('up', 'up'), ('down', 'down'))
def chain_of_modules(t, order):
    t.write('a.p', START + END + chain('module m{} = m{};', 'module m0 = { Main };', order) +
            f'test tAll [main=Main]: m{MANY};\n')
    t.compile('a.p').expect(0, 'ok: 1 file, 1 machine, 1 test\n', '')


@test
def doubling_types(t):
    t.write('a.p', 'type t0 = int;\n' + ''.join(
        f'type t{i + 1} = (t{i}, t{i});\n' for i in range(100)) + 'event e: t100;\n')
    t.compile('-Woff', 'a.p').expect(0).bounded()
    t.write('b.p', START.replace('entry {', 'entry { var x: t100;') + 'x = 1; send this, e, true;' + END)
    t.compile('a.p', 'b.p').expect(2).bounded()


@test
def functions_calling_each_other(t):
    t.write('a.p', ''.join(f'fun f{i}(n: int): int {{ return f{(i + 1) % MANY}(n); }}\n'
                           for i in range(MANY)) + START + 'f0(1);' + END)
    t.compile('a.p').expect(0, 'ok: 1 file, 1 machine, 1 test\n', '')


@test
def line_of_megabytes(t):
    """Ten of them; two are many under a sanitizer."""
    line = START + 'print "0123456789"; ' * (100_000 if harness.has_sanitizer() else 500_000)
    t.write('a.p', line + END)
    t.compile('a.p').expect(0, 'ok: 1 file, 1 machine, 1 test\n', '')
    t.write('a.p', line + 'oops = 1; ' + END)
    r = t.compile('a.p').expect(2).bounded(1000)
    r.has(f"a.p:1:{len(line) + 1}: error: no variable named 'oops'", ' | ...', 'oops = 1;')


@test
def errors_on_a_long_line(t):
    t.write('a.p', START + mistakes(50_000, ' ') + END)
    t.compile('a.p').expect(2).bounded().has('(50000 in all)')
    t.compile('--max-errors=0', '--message-format=json', 'a.p').expect(2)


@test
def long_names_and_strings(t):
    name = 'a' * 1_000_000
    t.write('a.p', f'event {name};\n' + START + f'raise {name};' + END)
    t.compile('-Woff', 'a.p').expect(0).bounded()
    t.write('a.p', START + 'print "' + 'x' * 1_000_000 + '";' + END)
    t.compile('a.p').expect(0, err='')
    t.write('a.p', START + 'x = "' + 'x' * 1_000_000 + '";' + END)
    t.compile('a.p').expect(2).has("no variable named 'x'").bounded()
    t.write('a.p', START + '"' + 'x' * 1_000_000 + '";' + END)
    t.compile('a.p').expect(2).bounded()
    t.write('a.p', START + '9' * 1_000_000 + ';' + END)
    t.compile('a.p').expect(2).bounded()


@cases(('unknown', START + 'a' * 1_000_000 + ' = 1;' + END),
       ('twice', ('event ' + 'a' * 1_000_000 + ';\n') * 2),
       ('unused', START + END + 'event ' + 'a' * 1_000_000 + ';\n'),
       ('syntax', START + 'a' * 1_000_000 + ' b;' + END))
def long_names_in_messages(t, text):
    t.write('a.p', text)
    t.compile('a.p').bounded()


@cases(('check', START + '\n' + mistakes(50_000) + END, 50_000),
       ('parse', 'event 1;\n' * 50_000, 50_000),
       ('declare', 'event e;\n' * 50_001, 50_000),
       ('lex', 'event e1 @;\n' * 50_000, None))
def many_errors(t, text, count):
    t.write('a.p', text)
    r = t.compile('a.p').expect(2, '').bounded()
    check(r.err.count(': error: ') == 20, r.describe())
    if count is not None:
        r.has(f'synod: more errors follow ({count} in all); --max-errors=0 shows them\n'
              f'synod: {count} errors\n')


@test
def many_errors_all_shown(t):
    t.write('a.p', START + '\n' + mistakes(12_000) + END)
    r = t.compile('--max-errors=0', 'a.p').expect(2, '').has('synod: 12000 errors\n')
    shown = r.err.count(': error: ')
    check(shown == 12_000 or 'more errors follow' in r.err,
          f'{shown} of 12000 errors are shown, and not a word about the others')


@test
def many_misspellings(t):
    t.write('a.p', 'machine Main { ' + ''.join(f'var number{i}: int;\n' for i in range(10_000)) +
            'start state S { entry { ' + ''.join(f'numbr{i} = 1;\n' for i in range(10_000)) + END)
    t.compile('a.p').expect(2).has("did you mean 'number0'?").bounded()


@cases(('events', ''.join(f'event e{i};\n' for i in range(30_000)) + OK),
       ('states', 'event e; machine Main { start state s0 { } ' + ''.join(
           f'state s{i} {{ on e goto s{i - 1}; }}\n' for i in range(1, 30_000)) + '}\n'))
def many_warnings(t, text):
    t.write('a.p', text)
    r = t.compile('a.p').expect(0)
    r.bounded(2_000_000)


@test
def many_files(t):
    for i in range(1000):
        t.write(f'm/{i % 10}/{i}.p', f'event e{i};\n')
    t.compile('-Woff', 'm').expect(0, 'ok: 1000 files, 1000 events\n', '')


# ---- Messages, word for word ----

GOLDEN = (
    ('tabs', {'a.p': 'machine Main {\n\tvar x: int;\n\tstart state S {\n'
              '\t\tentry { x = 1; \tx = true; }\n\t}\n}\n'}, ['a.p'],
     'a.p:4:23: error: expected int, found bool\n'
     '    4 | \t\tentry { x = 1; \tx = true; }\n'
     '      | \t\t               \t    ^~~~\n'
     "a.p:2:6: note: 'x' is declared here as int\n"
     '    2 | \tvar x: int;\n'
     '      | \t    ^\n'
     'synod: 1 error\n'),
    ('unicode', {'a.p': '/* é→\U0001f600 */ event e f;\n'}, ['a.p'],
     "a.p:1:19: error: expected ';', found 'f'\n"
     '    1 | /* é→\U0001f600 */ event e f;\n'
     '      |                   ^\n'
     'synod: 1 error\n'),
    ('byte-order-mark', {'a.p': '\ufeffevent e f;\n'}, ['a.p'],
     "a.p:1:9: error: expected ';', found 'f'\n"
     '    1 | event e f;\n'
     '      |         ^\n'
     'synod: 1 error\n'),
    ('crlf', {'a.p': 'event e;\r\n\r\nevent e: int;\r\n'}, ['a.p'],
     "a.p:3:7: error: 'e' is already declared\n"
     '    3 | event e: int;\n'
     '      |       ^\n'
     'a.p:1:7: note: first declared here\n'
     '    1 | event e;\n'
     '      |       ^\n'
     'synod: 1 error\n'),
    ('cr', {'a.p': 'event e;\r\revent e: int;\r'}, ['a.p'],
     "a.p:3:7: error: 'e' is already declared\n"
     '    3 | event e: int;\n'
     '      |       ^\n'
     'a.p:1:7: note: first declared here\n'
     '    1 | event e;\n'
     '      |       ^\n'
     'synod: 1 error\n'),
    ('end-of-file', {'a.p': 'event e;\nevent f'}, ['a.p'],
     "a.p:2:8: error: expected ';', found end of file\n"
     '    2 | event f\n'
     '      |        ^\n'
     'synod: 1 error\n'),
    ('end-of-file-newline', {'a.p': 'event e\n'}, ['a.p'],
     "a.p:1:8: error: expected ';', found end of file\n"
     '    1 | event e\n'
     '      |        ^\n'
     'synod: 1 error\n'),
    ('end-of-file-crlf', {'a.p': 'machine Main {\r\n'}, ['a.p'], None),
    ('note-elsewhere', {'a.p': 'event e;\n', 'b.p': '// b\nevent\n  e: int;\n'}, ['a.p', 'b.p'],
     "b.p:3:3: error: 'e' is already declared\n"
     '    3 |   e: int;\n'
     '      |   ^\n'
     'a.p:1:7: note: first declared here\n'
     '    1 | event e;\n'
     '      |       ^\n'
     'synod: 1 error\n'),
    ('order', {'m/b.p': 'event e1 f;\n', 'm/a.p': '\nevent e2 g;\nevent e3 h;', 'm/c/a.p': 'oops',
               'm/a.b.p': 'event e4 +;\n'}, ['m'],
     "m/a.b.p:1:10: error: expected ';', found '+'\n"
     '    1 | event e4 +;\n'
     '      |          ^\n'
     "m/a.p:2:10: error: expected ';', found 'g'\n"
     '    2 | event e2 g;\n'
     '      |          ^\n'
     "m/a.p:3:10: error: expected ';', found 'h'\n"
     '    3 | event e3 h;\n'
     '      |          ^\n'
     "m/b.p:1:10: error: expected ';', found 'f'\n"
     '    1 | event e1 f;\n'
     '      |          ^\n'
     "m/c/a.p:1:1: error: expected a declaration, found 'oops'\n"
     '    1 | oops\n'
     '      | ^~~~\n'
     'synod: 5 errors\n'),
    ('order-as-given', {'b.p': 'event e1 f;\n', 'a.p': 'event e2 g;\n'}, ['b.p', 'a.p'],
     "b.p:1:10: error: expected ';', found 'f'\n"
     '    1 | event e1 f;\n'
     '      |          ^\n'
     "a.p:1:10: error: expected ';', found 'g'\n"
     '    1 | event e2 g;\n'
     '      |          ^\n'
     'synod: 2 errors\n'),
    ('several', {'a.p': 'event eA: int;\nfun f(x: int): int { return x; }\nmachine Main {\n'
                 '  start state Stay {\n    entry { f(1, 2); goto Sta; send this, eA; }\n'
                 '    on eA do { }\n    on eA goto Stay;\n  }\n}\n'}, ['a.p'],
     "a.p:5:13: error: 'f' takes 1 argument, found 2\n"
     '    5 |     entry { f(1, 2); goto Sta; send this, eA; }\n'
     '      |             ^\n'
     "a.p:5:27: error: no state named 'Sta'\n"
     '    5 |     entry { f(1, 2); goto Sta; send this, eA; }\n'
     '      |                           ^~~\n'
     "      = hint: did you mean 'Stay'?\n"
     "a.p:5:43: error: event 'eA' needs a payload of type int\n"
     '    5 |     entry { f(1, 2); goto Sta; send this, eA; }\n'
     '      |                                           ^~\n'
     "a.p:7:8: error: event 'eA' already has a handler in state 'Stay'\n"
     '    7 |     on eA goto Stay;\n'
     '      |        ^~\n'
     'a.p:6:8: note: the first one is here\n'
     '    6 |     on eA do { }\n'
     '      |        ^~\n'
     'synod: 4 errors\n'),
    ('hint', {'a.p': 'machine M { start state S { entry {\nassert true & false;\n} } }\n'}, ['a.p'],
     "a.p:2:13: error: unexpected character '&'\n"
     '    2 | assert true & false;\n'
     '      |             ^\n'
     "      = hint: did you mean '&&'?\n"
     'synod: 1 error\n'),
    ('long-line', {'a.p': 'event e0;' + ' ' * 191 + 'event e0;' + ' ' * 100 + '\n'},
     ['a.p'],
     "a.p:1:207: error: 'e0' is already declared\n"
     '    1 | ...' + ' ' * 94 + 'event e0;' + ' ' * 57 + '...\n'
     '      | ' + ' ' * 103 + '^~\n'
     'a.p:1:7: note: first declared here\n'
     '    1 | event e0;' + ' ' * 151 + '...\n'
     '      |       ^~\n'
     'synod: 1 error\n'),
)


@cases(*GOLDEN)
def message(t, files, inputs, want):
    for name, text in files.items():
        t.write(name, text)
    r = t.compile(*inputs).expect(2, '', want)
    if want is None:
        r.has('end of file', 'synod: 1 error\n').lacks('\r')


@test
def messages_are_the_same_every_time(t):
    t.write('m/a.p', BAD)
    t.write('m/b.p', 'event e; event e; type t = u; machine Main { }')
    first = t.compile('m').expect(2).raw_err
    check(all(t.compile('m').raw_err == first for _ in range(3)), 'messages differ')


@test
def errors_hide_no_warnings_about_projects(t):
    t.write('bad.p', BAD)
    t.project('a.pproj', '<PFile>no.p</PFile>', '<PFile>bad.p</PFile>')
    r = t.compile('a.pproj').expect(2).has("'no.p' does not exist", 'synod: 3 errors\n')
    check(r.err.index('no.p') < r.err.index('bad.p:4'), 'not in the order of the text')


# ---- The man page ----

@test
def every_variable_that_matters_is_documented(t):
    """Every name that the source asks the environment for is in the man page and in the manual."""
    names = set()
    for path in glob.glob(f'{harness.ROOT}/src/**/*.c', recursive=True):
        with open(path, encoding='utf-8') as f:
            text = f.read()
        names |= set(re.findall(r'(?:getenv|setenv|setting)\((?:b, \w+, )?"(\w+)"', text))
        names |= set(re.findall(r'"((?:OMPI|PMI|GITHUB|SYNOD)_[A-Z_]+)"', text))
    check({'TMPDIR', 'CC', 'CFLAGS', 'LDFLAGS', 'NO_COLOR', 'TERM', 'PMI_RANK', 'GITHUB_ACTIONS', 'SYNOD_RUN_AS'} <= names, str(names))
    page = t.run('man').expect(0).out.split('.SH ENVIRONMENT')[1]
    with open(f'{harness.ROOT}/docs/checking.md', encoding='utf-8') as f:
        manual = f.read().split('## Environment variables')[1].split('\n## ')[0]
    for name in names:
        check(name in page and f'`{name}`' in manual, f'{name} is not documented')


@test
def man_page(t):
    r = t.run('man').expect(0, err='')
    lines = r.out.splitlines()
    check(lines[0].startswith('.TH SYNOD 1 '), f'first line: {lines[0]!r}')
    sections = [line[4:] for line in lines if line.startswith('.SH ')]
    check(sections[:4] == ['NAME', 'SYNOPSIS', 'DESCRIPTION', 'COMMANDS'] and
          {'OPTIONS', 'EXIT STATUS', 'ENVIRONMENT'} <= set(sections), f'sections: {sections}')
    check('synod \\- ' in lines[2], f'NAME: {lines[2]!r}')
    for option, _ in options():
        r.has(option.replace('-', '\\-'))
    r.lacks('(null)')
    for line in lines:
        check(not line.startswith("'") and (not line.startswith('.') or
              re.match(r'\.(TH|SH|SS|TP|B|I|BR|PP)\b', line)), f'odd line {line!r}')


@test
def man_page_shown(t):
    source = t.run('man').expect(0).raw_out
    t.write('synod.1', source)
    if shutil.which('man') is None:
        raise Skip('no man')
    r = subprocess.run(['man', '-l', t.path('synod.1')], capture_output=True, timeout=LIMIT,
                       check=False, env={**os.environ, 'MANWIDTH': '80', 'LC_ALL': 'C',
                                         'MANPAGER': 'cat', 'PAGER': 'cat'})
    if r.returncode != 0 or b'minimized' in r.stdout:
        raise Skip('man does not work here')
    text = re.sub(r'.\x08', '', r.stdout.decode('utf-8', 'replace'))
    for word in ('NAME', 'synod', 'OPTIONS', '--max-errors=N', '--message-format=text|json',
                 '-W, --warnings=on|off|error', 'EXIT STATUS', 'NO_COLOR'):
        check(word in text, f'{word!r} is missing in:\n{text}')
    if shutil.which('groff') is not None:
        r = subprocess.run(['groff', '-man', '-ww', '-z', t.path('synod.1')], capture_output=True,
                           timeout=LIMIT, check=False)
        check(r.stderr == b'', f'groff complains: {r.stderr.decode()}')


@test
def man_takes_no_input(t):
    t.run('man', 'nonsense').expect(2, '')


@test
def examples_are_accepted(t):
    for path in sorted(glob.glob(f'{harness.ROOT}/examples/*')):
        if os.path.basename(path) == 'parametric':
            for one in glob.glob(f'{path}/*.p'):
                t.compile('-q', '-Woff', one).expect(0, '', '')
        elif os.path.isdir(path) and os.path.basename(path) not in ('c', 'icet'):
            t.compile('-q', '-Woff', path).expect(0, '', '')


if __name__ == '__main__':
    sys.exit(harness.main())
