"""The page that --html writes; what it does in a browser: tests/browser.  How to run it: harness.py."""
import json
import os
import re

import harness
from harness import Skip, cases, check, need_little_memory, test
from models import CHOOSE, OUTCOMES, PING


@test
def the_page_has_the_report_and_the_sources(t):
    t.write('a & <b>.p', OUTCOMES)
    t.check('-q', 'a & <b>.p', '--max-states=20', '--html=p.html', '--json=r.json').expect(1)
    data, report = t.page_data('p.html'), t.json('r.json')
    for x in data['report']['results'] + report['results']:
        check(x.pop('seconds', 0) >= 0 and x.pop('memory', 0) >= 0, 'no time')
    check(data['report'] == report, 'not what --json says')
    check(data['sources'] == [{'file': 'a & <b>.p', 'text': OUTCOMES}], data['sources'])


@test
def nothing_is_loaded(t):
    t.write('a.p', PING)
    t.check('-q', 'a.p', '--html=p.html').expect(0, '', '')
    text = open(t.path('p.html'), encoding='utf-8').read()
    check("default-src 'none'" in text and 'unsafe' not in text, 'the policy is lax')
    found = [x for x in re.findall(r'\b(?:(?:https?|ftp|wss?)://|(?:data|blob):\w)[^\s\'"]*', text) if x != 'http://www.w3.org/2000/svg']
    check(not found, f'addresses: {found}')
    check(not re.search(r'<(link|img|iframe|object|embed|audio|video)\b|@import|url\(', text), 'loads something')


@test
def standard_output(t):
    t.write('a.p', PING)
    r = t.check('-q', 'a.p', '--html=-').expect(0)
    check(r.out.startswith('<!DOCTYPE html>') and r.out.endswith('</html>\n'), 'no page')


@test
def two_outputs_in_one_file(t):
    t.write('a.p', PING)
    t.check('a.p', '--json=x', '--html=x').expect(2, '', "synod: error: --json and --html are given the same file: 'x'\n")
    t.check('a.p', '--html=a.p').expect(2, '', "synod: error: --html would overwrite the model: 'a.p'\n")


@cases(('folder', 'no/p.html', 'No such file or directory'), ('is-folder', '.', 'Is a directory'),
       ('full', '/dev/full', 'No space left on device'))
def it_cannot_be_written(t, path, why):
    t.write('a.p', OUTCOMES)
    if path == '/dev/full' and not os.path.exists(path):
        raise Skip('no /dev/full')
    message = f"synod: error: cannot write '{path}': {why}\n"
    t.check('-q', 'a.p', '-t', 'tFine', f'--html={path}').expect(2, '', message)
    t.check('-q', 'a.p', '-t', 'tWrong', '--json=r.json').expect(1)
    t.replay('-q', 'r.json', f'--html={path}').expect(1 if path == '/dev/full' else 2, err=message)


@test
def a_replay_has_a_page_too(t):
    t.write('a.p', OUTCOMES)
    t.check('-q', 'a.p', '-t', 'tWrong', '--json=it is.json').expect(1)
    before = open(t.path('it is.json')).read()
    t.replay('-q', 'it is.json', '--html=p.html').expect(1)
    [result] = t.page_data('p.html')['report']['results']
    [wanted] = json.loads(before)['results']
    check(result['verdict'] == 'violated' and result['command'] == "synod replay 'it is.json'", f'{result}')
    del result['trace']['shrunk_from'], wanted['trace']['shrunk_from']  # a replay shrinks nothing
    check(result['violation'] == wanted['violation'] and result['trace'] == wanted['trace'], 'another run')
    t.replay('-q', 'it is.json', '--html=it is.json').expect(
        2, '', "synod: error: --html would overwrite the trace: 'it is.json'\n")
    check(open(t.path('it is.json')).read() == before, 'overwritten')


@test
def a_walk_has_no_page(t):
    t.write('a.p', OUTCOMES)
    t.check('-q', 'a.p', '-t', 'tWrong', '--json=r.json').expect(1)
    t.replay('r.json', '--step', '--html=p.html').expect(2, '', 'synod: error: --html does not work with --step\n')


@test
def memory_runs_out(t):
    """The page is a whole one all the same, and says so."""
    t.write('a.p', CHOOSE)
    r = t.check('-q', 'a.p', '--engine=explicit', '--html=p.html', before=need_little_memory(t))
    [result] = t.page_data('p.html')['report']['results']
    check(r.code == 3 and result['verdict'] == 'unknown' and 'no memory' in result['reason'], f'{r.code}: {result}')


# Line 2 has an error with a note, line 3 a warning.
MISTAKE = """machine Main { start state S { } }
machine Main { start state S { } }
event eNever;
"""


@test
def a_model_with_errors(t):
    """What was written before is not left there."""
    t.write('a.p', PING)
    t.check('-q', 'a.p', '--html=p.html', '--json=r.json').expect(0)
    t.write('a.p', MISTAKE)
    r = t.check('-q', 'a.p', '--html=p.html', '--json=r.json').expect(2, '')
    data, report = t.page_data('p.html'), t.json('r.json')
    check(data['report'] == report and report['results'] == [], report)
    check(data['sources'] == [{'file': 'a.p', 'text': MISTAKE}], data['sources'])
    [said] = [m for m in report['messages'] if m['kind'] == 'error']
    check((said['file'], said['line'], said['column'], said['code']) == ('a.p', 2, 9, None), said)
    check(f"a.p:2:9: error: {said['text']}\n" in r.err, said)
    [note] = said['details']
    check((note['kind'], note['file'], note['line'], note['column']) == ('note', 'a.p', 1, 9), note)
    check(f"a.p:1:9: note: {note['text']}\n" in r.err, note)


@test
def a_model_that_is_not_there(t):
    t.check('-q', 'no.p', '--html=p.html', '--json=r.json').expect(2, '')
    [said] = t.json('r.json')['messages']
    check((said['kind'], said['file'], said['line'], said['column']) == ('error', 'no.p', None, None), said)
    check(t.page_data('p.html') == {'sources': [], 'report': t.json('r.json')}, 'another page')


@test
def warnings_are_told_with_the_results(t):
    t.write('a.p', OUTCOMES + 'fun unused(a: int) : int { var b: int; return 1; }\n')
    r = t.check('a.p', '-t', 'tFine', '--html=p.html', '--json=r.json').expect(0)
    report = t.json('r.json')
    check(len(report['results']) == 1 and report['messages'] != [], report['messages'])
    for m in report['messages']:
        check(m['kind'] == 'warning' and f"a.p:{m['line']}:{m['column']}: warning: {m['text']} [{m['code']}]" in r.err, (m, r.err))
    check(t.page_data('p.html')['report']['messages'] == report['messages'], 'not in the page')
    t.check('-q', 'a.p', '-t', 'tFine', '-Woff', '--json=r.json').expect(0)
    check(t.json('r.json')['messages'] == [], 'warnings that are off')


@test
def a_replay_of_a_model_with_errors(t):
    t.write('a.p', OUTCOMES)
    t.check('-q', 'a.p', '-t', 'tWrong', '--json=r.json').expect(1)
    before = open(t.path('r.json')).read()
    t.write('a.p', MISTAKE)
    t.replay('-q', 'r.json', '--html=p.html').expect(2, '')
    report = t.page_data('p.html')['report']
    check(report['results'] == [] and report['messages'][0]['line'] == 2, report)
    t.replay('-q', 'r.json', '--html=r.json').expect(2, '')
    check(open(t.path('r.json')).read() == before, 'overwritten')


@test
def a_run_that_does_not_fail_any_more(t):
    t.write('a.p', 'test tX [main = Main]: { Main };\nmachine Main { start state S { entry { assert 1 + 1 == 3; } } }\n')
    t.check('-q', 'a.p', '--json=r.json').expect(1)
    t.write('a.p', 'test tX [main = Main]: { Main };\nmachine Main { start state S { entry { assert 1 + 1 == 2; } } }\n')
    t.replay('-q', 'r.json', '--html=p.html').expect(0)
    [result] = t.page_data('p.html')['report']['results']
    check(result['verdict'] == 'unknown' and result['reason'] == 'the run does not fail any more', f'{result}')


if __name__ == '__main__':
    raise SystemExit(harness.main())
