"""Results for CI: JUnit, SARIF, GitHub Actions.  How to run it: harness.py."""
import json
import os
import re
import sys
import urllib.parse
import xml.etree.ElementTree as ET

import harness
import sarif_rules
from harness import cases, check, need_little_memory, test
from models import COUNT, LASSO, OUTCOMES, PARAMS, PING

WORDS = {'tFine': None, 'tWrong': 'failure', 'tEndless': 'error', 'tGood': None, 'tBad': 'failure'}

# What XML, JSON, Markdown and GitHub's commands would stumble over.
NASTY = '''event eSay: (a: string, b: set[int]);
machine Main {
  var s: string; var t: set[int];
  start state S {
    entry {
      s = "<a b=\\"1\\">&amp;]]> {{0}} {{x}} [l](1) 100%0A ::error::x, a:b | `c` é→\U0001f600 \\u0001\\n\\t\\r end";
      t += (0);
      print s;
      send this, eSay, (a = s, b = t);
    }
    on eSay do (x: (a: string, b: set[int])) { assert x.a == "", x.a; }
  }
}
test tNasty [main=Main]: { Main };
'''
NASTY_TEXT = ('<a b="1">&amp;]]> {0} {x} [l](1) 100%0A ::error::x, a:b | `c` é→\U0001f600 '
              r'\x01\n\t\x0d end')


# ---- JUnit ----

def junit(t, name='out.xml'):
    root = ET.parse(t.path(name)).getroot()
    check(root.tag == 'testsuites', root.tag)
    [suite] = root
    check(suite.tag == 'testsuite', suite.tag)
    found = {'tests': len(suite), 'failures': 0, 'errors': 0, 'skipped': 0}
    for case in suite:
        check(case.tag == 'testcase', case.tag)
        # The order of the common schemas: what went wrong, then what was printed.
        tags = [x.tag for x in case]
        check(tags[-1:] in (['system-out'], ['error']) and len(tags) < 3, f'{tags}')
        for tag, key in ('failure', 'failures'), ('error', 'errors'), ('skipped', 'skipped'):
            found[key] += tag in tags
        check(re.fullmatch(r'\d+\.\d{3}', case.get('time')), case.get('time'))
    for x in root, suite:
        check({k: int(x.get(k)) for k in found} == found, f'{x.attrib} for {found}')
        total = sum(float(c.get('time')) for c in suite)
        check(abs(float(x.get('time')) - total) < 0.001 * (len(suite) + 1), x.get('time'))
    check(re.fullmatch(r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d', suite.get('timestamp')), 'timestamp')
    return {case.get('name'): case for case in suite}


@test
def junit_of_every_outcome(t):
    t.write('m/a.p', OUTCOMES)
    r = t.check('m/a.p', '--max-states=20', '--junit=out.xml').expect(1, err='')
    found = junit(t)
    check(list(found) == list(WORDS), f'{list(found)}')
    for name, case in found.items():
        check(case.get('classname') == 'm.a' and case.get('file') == 'm/a.p', f'{case.attrib}')
        check([x.tag for x in case if x.tag != 'system-out'] == ([WORDS[name]] if WORDS[name] else []),
              name)
        out = case.find('system-out').text
        line = [x for x in r.out.splitlines() if x.startswith(f'{name}: ')][0]
        check(out.splitlines()[0] == line[len(name) + 2:], f'{out!r} instead of {line!r}')
        check(out.splitlines()[-1] == f'synod check -t {name} --max-states=20 m/a.p', out)
    failure = found['tWrong'].find('failure')
    check(failure.get('type') == 'assertion', f'{failure.attrib}')
    check(failure.get('message') == 'Wrong(1) in state S: assertion failed: always', f'{failure.attrib}')
    # The trace, as it is printed.
    trace = r.out.split('found in')[1].split('\n', 1)[1].split('tEndless')[0]
    check(failure.text == trace, f'{failure.text!r} instead of {trace!r}')
    error = found['tEndless'].find('error')
    check(error.get('message') == 'the state limit was reached', f'{error.attrib}')


@test
def junit_of_runs_and_of_tests_without_main(t):
    t.write('a.p', PARAMS + 'implementation iNone: { Main };\n')
    t.check('-Woff', 'a.p', '--junit=out.xml').expect(1, err='')
    found = junit(t)
    check(len(found) == 8 and found['iNone'].find('skipped').get('message') == 'the test has no main machine',
          f'{list(found)}')
    check(found['tAll___n_3__b_true'].find('failure') is not None, 'no failure')


@test
def junit_with_nasty_characters(t):
    t.write('a<&"é.p', NASTY)
    t.check('a<&"é.p', '--junit=out.xml').expect(1)
    case = junit(t)['tNasty']
    check(case.get('file') == 'a<&"é.p' and case.get('classname') == 'a<&"é', f'{case.attrib}')
    failure = case.find('failure')
    check(failure.get('message').endswith(f'assertion failed: {NASTY_TEXT}'), failure.get('message'))
    check(NASTY_TEXT in failure.text, failure.text)


@cases(('fffe', b'\xef\xbf\xbe'), ('ffff', b'\xef\xbf\xbf'), ('del', b'\x7f'), ('c1', b'\xc2\x85'))
def junit_of_what_xml_forbids(t, what):
    t.write('a.p', b'machine Main { start state S { entry { assert false, "a' + what + b'z"; } } }\n')
    t.check('a.p', '--junit=out.xml').expect(1)
    message = junit(t)['DefaultImpl'].find('failure').get('message')
    check(re.search('a(\ufffd|\\\\x7f|\\\\x85)z$', message), repr(message))


@test
def junit_of_a_model_with_errors(t):
    t.write('a.p', 'event e\nmachine M { start state S { entry { x = "<&"; } } }\n')
    r = t.check('a.p', '--junit=out.xml', '--json=out.json').expect(2, '')
    [case] = junit(t).values()
    error = case.find('error')
    check(case.get('name') == 'compile' and error.get('message') == '1 error', f'{error.attrib}')
    check(error.text.strip() == r.err.splitlines()[0], f'{error.text!r} is not in {r.err!r}')
    check(t.json('out.json')['results'] == [], 'results of a model with errors')


# ---- SARIF ----

def sarif(t, name='out.sarif'):
    data = t.json(name)
    wrong = sarif_rules.mistakes(data)
    check(not wrong, '\n'.join(wrong))
    return data['runs'][0]


def told(message):
    """A message as a viewer shows it."""
    return message['text'].replace('{{', '{').replace('}}', '}')


@test
def sarif_of_every_outcome(t):
    t.write('m/a.p', OUTCOMES)
    t.check('m/a.p', '--max-states=20', '--sarif=out.sarif').expect(1, err='')
    run = sarif(t)
    found = [(x['properties']['test'], x['ruleId'], x['level']) for x in run['results']]
    check(found == [('tWrong', 'assertion', 'error'), ('tBad', 'assertion', 'error')], f'{found}')
    x = run['results'][0]
    check(told(x['message']) == 'tWrong: Wrong(1) in state S: assertion failed: always', f'{x}')
    check(x['properties']['command'] == 'synod check -t tWrong --max-states=20 m/a.p', f'{x}')
    [place] = x['locations']
    check(place['physicalLocation'] == {
        'artifactLocation': {'uri': 'm/a.p', 'uriBaseId': 'SRCROOT', 'index': 0},
        'region': {'startLine': 2, 'startColumn': 41}}, f'{place}')
    check([(y['name'], y['kind']) for y in place['logicalLocations']] == [
        ('Wrong', 'type'), ('S', 'member')], f'{place}')
    [invocation] = run['invocations']
    check((invocation['exitCode'], invocation['executionSuccessful']) == (1, True), f'{invocation}')
    [note] = invocation['toolExecutionNotifications']
    check(note['level'] == 'warning' and note['descriptor']['id'] == 'unknown', f'{note}')
    check(told(note['message']).startswith('tEndless: unknown: the state limit'), f'{note}')
    check(note['locations'][0]['physicalLocation']['region']['startLine'] == 9, f'{note}')
    check(run['properties'] == {'holds': 2, 'within': 0, 'violated': 2, 'unknown': 1, 'sampled': 0, 'covered': 0,
                                'refused': 0, 'skipped': 0}, f'{run["properties"]}')
    base = urllib.parse.unquote(run['originalUriBaseIds']['SRCROOT']['uri'])
    check(base == f'file://{os.path.realpath(t.folder)}/', base)


def placed_actions(result):
    trace = result['trace']
    steps = [trace['begin'], *trace['steps']]
    return [(x['line'], x['column'], x['text']) for s in steps for x in s['actions'] if x['line']]


@cases(('lasso', LASSO, 'liveness'), ('nasty', NASTY, 'assertion'))
def sarif_has_the_trace(t, model, kind):
    """One location an action with a place, and one more for the failure."""
    t.write('a.p', model)
    t.check('-Woff', 'a.p', '--sarif=out.sarif', '--json=out.json').expect(1)
    [x] = sarif(t)['results']
    [result] = t.json('out.json')['results']
    wanted = placed_actions(result)
    check(x['ruleId'] == kind and len(wanted) >= 2, f'{x["ruleId"]}: {len(wanted)} actions')
    flow = x['codeFlows'][0]['threadFlows'][0]['locations']
    found = [(y['location']['physicalLocation']['region']['startLine'],
              y['location']['physicalLocation']['region']['startColumn'],
              told(y['location']['message'])) for y in flow]
    check(len(found) == len(wanted) + 1, f'{len(found)} places for {len(wanted)} actions')
    for (line, column, text), (want_line, want_column, want) in zip(found, wanted):
        check((line, column) == (want_line, want_column), f'{text} is not at {want_line}')
        check(text.endswith(': ' + want.replace('](', '] (')), f'{text!r} is not about {want!r}')
    check([y['executionOrder'] for y in flow] == list(range(1, len(flow) + 1)), 'order')
    check({y['nestingLevel'] for y in flow} <= {0, 1} and flow[0]['nestingLevel'] == 0, 'nesting')
    places = [(y['physicalLocation']['region']['startLine'], y['physicalLocation']['region']['startColumn'])
              for y in x['relatedLocations']]
    check(places == list(dict.fromkeys((a, b) for a, b, _ in wanted)), f'{places}')


@test
def sarif_with_nasty_characters(t):
    name = 'a b%é#?:{0}.p'
    t.write(name, NASTY)
    t.check(name, '--sarif=out.sarif').expect(1)
    run = sarif(t)
    [x] = run['results']
    check(told(x['message']).endswith('assertion failed: ' + NASTY_TEXT.replace('](', '] (')), f'{x["message"]}')
    uri = x['locations'][0]['physicalLocation']['artifactLocation']['uri']
    check(re.fullmatch(r'[A-Za-z0-9._~%/-]+', uri) and urllib.parse.unquote(uri) == name, uri)
    check(run['artifacts'][0]['location']['uri'] == uri, f'{run["artifacts"]}')


def fingerprints(t, model, *options):
    t.write('a.p', model)
    t.check('-Woff', 'a.p', '--sarif=out.sarif', *options).expect(1)
    return [x['partialFingerprints'] for x in sarif(t)['results']]


@test
def sarif_fingerprints(t):
    """The same for other schedules and when lines are added; others for other tests and lines."""
    first = fingerprints(t, OUTCOMES, '--max-states=20')
    check(len(first) == 2 and first[0] != first[1], f'{first}')
    check(first == fingerprints(t, OUTCOMES, '--max-states=20', '--search=dfs'), 'search')
    check(first == fingerprints(t, '\n\n' + OUTCOMES.replace('"always"', '"always"'), '--max-states=20'), 'lines')
    other = fingerprints(t, OUTCOMES.replace('"always"', '"never"'), '--max-states=20')
    check(not any(x in first for x in other), 'another line')


@test
def sarif_of_errors_and_warnings(t):
    t.write('a.p', PING + 'event eUnused;\n')
    t.check('a.p', '--sarif=out.sarif').expect(0)
    [x] = sarif(t)['results']
    check((x['ruleId'], x['level']) == ('unused-event', 'warning'), f'{x}')
    check(x['locations'][0]['physicalLocation']['region'] == {
        'startLine': len(PING.splitlines()) + 1, 'startColumn': 7}, f'{x}')
    t.write('b.p', 'event e;\nevent e;\nmachine M { start state S { entry { nope = 1; } } }\n')
    r = t.check('b.p', '--sarif=out.sarif').expect(2, '')
    run = sarif(t)
    found = [(x['ruleId'], x['level'], x['locations'][0]['physicalLocation']['region']['startLine'])
             for x in run['results']]
    check(('compile-error', 'error', 2) in found, f'{found} of {r.err}')
    for x in run['results']:
        check(told(x['message']) in r.err, f'{x["message"]} is not in {r.err}')
    check([y['physicalLocation']['region']['startLine'] for x in run['results']
           for y in x.get('relatedLocations', [])][:1] == [1], 'no note about the first')
    [invocation] = run['invocations']
    check((invocation['exitCode'], invocation['executionSuccessful']) == (2, False), f'{invocation}')


@test
def sarif_of_a_file_that_is_not_there(t):
    t.check('no.p', '--sarif=out.sarif').expect(2, '')
    [x] = sarif(t)['results']
    check(x['locations'][0]['physicalLocation']['artifactLocation']['uri'] == 'no.p', f'{x}')


@test
def sarif_of_files_elsewhere(t):
    t.write('m/a.p', OUTCOMES)
    os.mkdir(t.path('w'))
    t.check('../m/a.p', '-t', 'tBad', '--sarif=out.sarif', cwd=t.path('w')).expect(1)
    uri = sarif(t, 'w/out.sarif')['results'][0]['locations'][0]['physicalLocation']['artifactLocation']['uri']
    check(uri == f'file://{os.path.realpath(t.folder)}/m/a.p', uri)
    t.check('../m/a.p', '-t', 'tBad', '--sarif=out.sarif', cwd=t.path('w'),
            env={'GITHUB_WORKSPACE': t.folder}).expect(1)
    place = sarif(t, 'w/out.sarif')['results'][0]['locations'][0]['physicalLocation']['artifactLocation']
    check((place['uri'], place['uriBaseId']) == ('m/a.p', 'SRCROOT'), f'{place}')


@test
def sarif_of_a_deadlock_has_a_place(t):
    t.write('a.p', 'event e;\nmachine Main { start state S { entry { receive { case e: { } } } } }\n'
            'test tStuck [main=Main]: { Main };\n')
    t.check('-Woff', 'a.p', '--sarif=out.sarif').expect(1)
    [x] = sarif(t)['results']
    check(x['ruleId'] == 'deadlock', f'{x}')
    check(x['locations'][0]['physicalLocation']['region']['startLine'] == 2, f'{x["locations"]}')


@test
def a_violation_that_does_not_replay_is_no_success(t):
    """A foreign function that is not one, and that two calls do not show: another value for every second call."""
    t.library('#include <synod_foreign.h>\nsyn_value F(const syn_env *env, const syn_value *args, size_t count)\n'
              '{\n(void)args; (void)count; static int n; return env->make_int(env, n++ / 2);\n}\n')
    t.write('a.p', 'fun F(x: int): int;\n'
            'machine Main { start state S { entry { assert F(1) > 0, "none"; } } }\n')
    t.check('a.p', '--foreign=f.so', '--sarif=out.sarif', '--junit=out.xml', '--json=out.json').expect(
        4, '').has('the violation of DefaultImpl did not replay')
    check(junit(t)['DefaultImpl'].find('error').get('message') == 'a violation did not replay',
          'no error')
    run = sarif(t)
    check(not run['results'] and run['invocations'][0]['executionSuccessful'] is False, f'{run}')
    [x] = t.json('out.json')['results']
    check((x['verdict'], x['reason']) == ('unknown', 'a violation did not replay'), f'{x}')


@test
def no_memory_leaves_whole_documents(t):
    t.write('a.p', OUTCOMES)
    summary = t.write('summary.md', 'before\n')
    r = t.check('-q', 'a.p', '--engine=explicit', '--network=bag', '--sarif=out.sarif', '--junit=out.xml',
                before=need_little_memory(t),
                env={'GITHUB_ACTIONS': 'true', 'GITHUB_STEP_SUMMARY': summary}).expect(1)
    run = sarif(t)
    [note] = run['invocations'][0]['toolExecutionNotifications']
    check('tEndless: unknown: the system has no memory left after' in told(note['message']), f'{note}')
    found = junit(t)
    check(found['tEndless'].find('error').get('message') == 'the system has no memory left', 'error')
    check(len(re.findall('^::', r.out, re.M)) == 2, r)
    check('| tEndless | unknown: the system has no memory left' in open(t.path(summary)).read(), 'summary')


@test
def an_interrupt_leaves_whole_documents(t):
    t.write('a.p', COUNT + 'test tOne [main=Main]: { Main };\ntest tTwo [main=Main]: { Main };\n')
    child = t.start('check', 'a.p', '--progress', '--sarif=out.sarif', '--junit=out.xml', '--json=out.json')
    child.stderr.read(1)  # under way
    child.terminate()
    t.finish(child).expect(3)
    notes = sarif(t)['invocations'][0]['toolExecutionNotifications']
    check([told(x['message']).split(':')[0] for x in notes] == ['tOne', 'tTwo'], f'{notes}')
    found = junit(t)
    check(found['tOne'].find('error') is not None, 'what was begun')
    check(found['tTwo'].find('skipped').get('message') == 'not checked', 'what was not')


# ---- Several files ----

@cases(('same', 'x', 'x'), ('other-name', 'x', './x'), ('standard', '-', '-'), ('link', 'x', 'link'))
def two_outputs_to_one_file(t, one, two):
    t.write('a.p', PING)
    os.symlink('x', t.path('link'))
    t.check('a.p', f'--json={one}', f'--sarif={two}').expect(
        2, '', f"synod: error: --json and --sarif are given the same file: '{two}'\n")


@test
def two_outputs_to_nowhere(t):
    t.write('a.p', PING)
    t.check('-q', 'a.p', '--json=/dev/null', '--sarif=/dev/null', '--junit=/dev/null').expect(0, '', '')


@test
def nothing_is_emptied_when_one_cannot_be_opened(t):
    t.write('a.p', PING)
    t.write('old.json', 'precious')
    t.check('-q', 'a.p', '--json=old.json', '--junit=no/x').expect(
        2, '', "synod: error: cannot write 'no/x': No such file or directory\n")
    check(open(t.path('old.json')).read() == 'precious', 'it was')


# ---- GitHub Actions ----

def commands(text):
    """[(level, properties, message)], unescaped."""
    def plain(x):
        for code, c in ('%0A', '\n'), ('%0D', '\r'), ('%3A', ':'), ('%2C', ','), ('%25', '%'):
            x = x.replace(code, c)
        return x
    found = []
    for line in text.splitlines():
        if line.startswith('::'):
            m = re.fullmatch(r'::(error|warning) ([^:]*)::(.*)', line)
            check(m, f'not a command: {line!r}')
            properties = dict(x.split('=', 1) for x in m[2].split(','))
            found.append((m[1], {k: plain(v) for k, v in properties.items()}, plain(m[3])))
    return found


ACTIONS = {'GITHUB_ACTIONS': 'true'}


@test
def annotations(t):
    t.write('m/a.p', OUTCOMES)
    r = t.check('m/a.p', '--max-states=20', env=ACTIONS).expect(1, err='')
    found = commands(r.out)
    check([(x, y['title'], y['file'], y['line'], y['col']) for x, y, _ in found] == [
        ('error', 'tWrong', 'm/a.p', '2', '41'), ('warning', 'tEndless', 'm/a.p', '9', '6'),
        ('error', 'tBad', 'm/a.p', '2', '41')], f'{found}')
    check(found[0][2] == 'Wrong(1) in state S: assertion failed: always\n'
          'synod check -t tWrong --max-states=20 m/a.p', found[0][2])
    for env in {}, {'GITHUB_ACTIONS': 'false'}, {'GITHUB_ACTIONS': ''}:
        t.check('m/a.p', '--max-states=20', env=env).expect(1).lacks('\n::')


@test
def annotations_with_nasty_characters(t):
    t.write('a,b:c%.p', NASTY)
    r = t.check('a,b:c%.p', env=ACTIONS).expect(1)
    [(_, properties, message)] = commands(r.out)
    check(properties['file'] == 'a,b:c%.p', f'{properties}')
    check(message.split('\n')[0].endswith(f'assertion failed: {NASTY_TEXT}'), message)


@test
def annotations_of_messages(t):
    t.write('m/a.p', PING.replace('Server()', 'Servr()'))
    r = t.check('a.p', cwd=t.path('m'), env={**ACTIONS, 'GITHUB_WORKSPACE': t.folder}).expect(2)
    [(level, properties, message)] = commands(r.out)
    check((level, properties['file'], properties['line']) == ('error', 'm/a.p', '7'), f'{properties}')
    check(message in r.err, message)
    r = t.check('no.p', env=ACTIONS).expect(2)
    [(level, properties, message)] = commands(r.out)
    check((level, properties.get('file')) == ('error', 'no.p') and 'line' not in properties, r)
    t.write('b.p', PING + 'event eUnused;\n')
    [(level, properties, _)] = commands(t.check('b.p', env=ACTIONS).expect(0).out)
    check((level, properties['title']) == ('warning', 'unused-event'), f'{properties}')


@test
def annotations_are_not_in_a_document(t):
    t.write('a.p', OUTCOMES)
    r = t.check('a.p', '-t', 'tBad', '--json=-', env=ACTIONS).expect(1)
    json.loads(r.out)
    check(len(commands(r.err)) == 1, r)


@test
def summary(t):
    t.write('a.p', OUTCOMES + NASTY.replace('Main', 'Nasty'))
    name = t.write('summary.md', '# Before\n')
    env = {**ACTIONS, 'GITHUB_STEP_SUMMARY': name}
    t.check('a.p', '--max-states=20', env=env).expect(1)
    text = open(t.path(name)).read()
    rows = [x for x in text.splitlines() if x.startswith('|')]
    check(text.startswith('# Before\n'), text)
    check(len(rows) == 2 + 6 and all(x.count('|') == 3 for x in rows), text)
    check('| tWrong | violated: assertion failed at a.p:2: always |' in rows, text)
    check('<' not in text and '`' not in text, text)
    t.check('-q', 'a.p', '-t', 'tFine', env=env).expect(0)
    check(open(t.path(name)).read().startswith(text), 'what was there is gone')
    # Without Actions the variable means nothing to us.
    t.check('-q', 'a.p', '-t', 'tFine', env={'GITHUB_STEP_SUMMARY': 'other.md'}).expect(0)
    check(not os.path.exists(t.path('other.md')), 'a summary for nobody')


if __name__ == '__main__':
    sys.exit(harness.main())
