#!/usr/bin/env python3
"""What --json writes is what docs/synod.schema.json says.  How to run it: harness.py."""
import copy
import glob
import json
import os
import re
import sys

sys.dont_write_bytecode = True
import harness
from harness import Skip, cases, check, need_little_memory, test
from models import COUNT, END, FIFO, LASSO, OUTCOMES, PARAMS, PING, PONGS, RACE_FAILS, START

try:
    from jsonschema import Draft202012Validator
except ImportError:
    Draft202012Validator = None


def schema():
    with open(f'{harness.ROOT}/docs/synod.schema.json', encoding='utf-8') as f:
        return json.load(f)


def validator():
    if Draft202012Validator is None:
        raise Skip('no python3-jsonschema')
    return Draft202012Validator(schema())


def validate(data, v=None):
    for error in (v or validator()).iter_errors(data):
        raise harness.Failure(f'{list(error.path)}: {error.message[:500]}')
    return data['results']


def verdicts(t, *args, **how):
    t.check('-q', '-Woff', *args, '--json=out.json', **how)
    return [x['verdict'] for x in validate(t.json('out.json'))]


# ---- The schema itself ----

def each_once(pairs):
    names = [name for name, _ in pairs]
    check(len(set(names)) == len(names), f'a name twice: {names}')
    return dict(pairs)


@test
def the_schema_is_one(t):
    validator().check_schema(schema())
    with open(f'{harness.ROOT}/docs/synod.schema.json', encoding='utf-8') as f:
        json.load(f, object_pairs_hook=each_once)


# ---- The tables that the numbers and the engines come from ----

def read_def(name, macro):
    """The lines of a .def file: lists of arguments, with texts as they are."""
    with open(f'{harness.ROOT}/src/engine/{name}', encoding='utf-8') as f:
        text = re.sub(r'/\*.*?\*/', '', f.read(), flags=re.S)
    found = re.findall(rf'^{macro}\((.*?)\)$', text, re.M | re.S)
    rows = [re.findall(r'"[^"]*"|[^,"]+', x) for x in found]
    return [[x.strip() for x in row if x.strip()] for row in rows]


def statistics(group, shown):
    """Keys in JSON, in the order of the output."""
    return [row[1].strip('"') for row in read_def('statistics.def', 'STATISTIC')
            if row[4] == group and shown in row[5]]


def documented(text):
    return set(re.findall(r'`([a-z_]+)`', text))


def docs():
    with open(f'{harness.ROOT}/docs/json.md', encoding='utf-8') as f:
        whole = f.read()
    return whole.split('# Progress as JSON')


@test
def statistics_are_those_of_the_table(t):
    parts = schema()['$defs']
    result = parts['result']
    always = statistics('ALL', 'RESULT') + statistics('COST', 'RESULT')
    check(len(always) == 14, f'{always}')
    check([x for x in result['required'] if x in always] == always, f'schema: {result["required"]}')
    for key in statistics('EXECUTIONS', 'RESULT'):
        check(key in result['properties'] and key not in result['required'], f'schema: {key}')
    check(list(parts['reduction']['properties']) == statistics('REDUCTION', 'RESULT'), 'schema: reduction')
    check(list(parts['set']['properties']) == statistics('SET', 'RESULT'), 'schema: set')
    results, progress = map(documented, docs())
    for group in 'ALL', 'EXECUTIONS', 'REDUCTION', 'SET', 'COST':
        for where, words in ('RESULT', results), ('PROGRESS', progress):
            missing = set(statistics(group, where)) - words
            check(not missing, f'docs/json.md, {where}: {missing}')


@test
def progress_has_the_statistics_of_the_table(t):
    t.write('a.p', PING)
    for engine, group in ('explicit', None), ('dpor', 'EXECUTIONS'), ('sets', 'SET'):
        r = t.check('-q', '-Woff', 'a.p', f'--engine={engine}', '--progress=json')
        [done] = [x for x in r.objects() if x['type'] == 'done']
        keys = statistics('ALL', 'PROGRESS') + (statistics(group, 'PROGRESS') if group else []) + statistics('COST', 'PROGRESS')
        check([x for x in done if x in keys] == keys, f'{list(done)} {keys}')


@test
def engines_are_those_of_the_table(t):
    names = [row[1].strip('"') for row in read_def('engines.def', 'ENGINE')]
    check(names[0] == 'auto' and len(names) == 8, f'{names}')
    known = schema()['$defs']['result']['properties']['engine']['enum']
    check(known == names[1:] + [None], f'schema: {known} {names}')
    check(not set(names[1:]) - documented(docs()[0]), 'docs/json.md')


def objects(data, path=()):
    """All objects in DATA, with the way to each."""
    if isinstance(data, dict):
        yield path
    for key, item in data.items() if isinstance(data, dict) else enumerate(data):
        if isinstance(item, (dict, list)):
            yield from objects(item, (*path, key))


def at(data, path):
    for key in path:
        data = data[key]
    return data


def one_of_each(data):
    """DATA with one item of each kind in its lists: what is left is checked sooner."""
    if isinstance(data, dict):
        return {key: one_of_each(item) for key, item in data.items()}
    if not isinstance(data, list):
        return data
    kinds = {}
    for item in data:
        kinds.setdefault(tuple(item) if isinstance(item, dict) else type(item), item)
    return [one_of_each(item) for item in kinds.values()]


# Has every part of coverage, and a scenario that is covered.
SCENARIO = PING.replace('{ case ePong: { } }', '{ case ePong: { if ($) { raise halt; } } }') + '''
scenario Answered observes ePong {
  start state No { on ePong goto Yes; }
  cold state Yes { }
}
test tc [main=Main]: { Main, Server };
'''


@cases(('violation', PING, ['--faults=crash=1:Server'], 1, 200), ('witness', SCENARIO, ['--witness=all'], 0, 200))
def the_schema_is_strict(t, model, options, code, least):
    """A field more, a field less or another type in any kind of object is noticed."""
    t.write('a.p', model)
    t.check('-q', '-Woff', 'a.p', *options, '--json=out.json').expect(code)
    v = validator()
    data = t.json('out.json')
    [result] = validate(data, v)
    check(('witnesses' in result) == (code == 0), 'no witness, or one too many')
    data, count = one_of_each(data), 0
    validate(data, v)
    for path in list(objects(data)):
        changes = [lambda x: x.update(more=1)]
        for key in at(data, path):
            if key != 'witnesses':
                changes.append(lambda x, key=key: x.pop(key))
            changes.append(lambda x, key=key: x.update({key: {'x': [1]}}))
        for change in changes:
            other = copy.deepcopy(data)
            change(at(other, path))
            check(not v.is_valid(other), f'{path}: not noticed')
            count += 1
    check(count > least, f'only {count} changes')


@cases(('verdict', 'exhausted', ['violation', 'trace']), ('verdict-sampled', 'sampled', ['violation', 'trace']))
def the_schema_knows_what_belongs_together(t, verdict, extra):
    t.write('a.p', OUTCOMES)
    t.check('-q', 'a.p', '-t', 'tBad', '--json=out.json').expect(1)
    data = t.json('out.json')
    v = validator()
    validate(data, v)
    result = data['results'][0]
    result['verdict'] = verdict
    check(not v.is_valid(data), 'a trace of what is fine')
    for key in extra:
        del result[key]
    result['engine'], result['schedules'] = 'sample', 1
    validate(data, v)
    for change in {'reason': 'why'}, {'share': 0.5}, {'verdict': 'unknown'}, {'verdict': 'covered'}:
        other = copy.deepcopy(data)
        other['results'][0].update(change)
        check(not v.is_valid(other), f'{change} is not noticed')


@test
def the_schema_is_documented(t):
    with open(f'{harness.ROOT}/docs/json.md', encoding='utf-8') as f:
        words = set(re.findall(r'`([a-z0-9_-]+)`', f.read()))

    def names(x):
        if isinstance(x, dict):
            found = set(x.get('properties', {}))
            found |= {y for y in x.get('enum', []) if isinstance(y, str)}
            return found.union(*(names(y) for y in x.values()))
        return set().union(*(names(y) for y in x)) if isinstance(x, list) else set()
    missing = names(schema()) - words
    check(not missing, f'docs/json.md lacks {sorted(missing)}')


@test
def a_model_with_errors(t):
    t.write('a.p', 'machine Main { start state S { } }\nmachine Main { start state S { } }\n')
    t.check('-q', 'a.p', '--json=out.json').expect(2)
    data, v = t.json('out.json'), validator()
    check(validate(data, v) == [] and data['messages'][0]['details'] != [], data)
    for path in (('messages', 0), ('messages', 0, 'details', 0)):
        for key in at(data, path):
            other = copy.deepcopy(data)
            del at(other, path)[key]
            check(not v.is_valid(other), f'{path} without {key} is not noticed')
    t.write('b.p', OUTCOMES)
    t.check('-q', 'b.p', '-t', 'tBad', '--json=results.json').expect(1)
    check(not v.is_valid({**data, 'results': t.json('results.json')['results']}), 'results of a model with errors')


# ---- Every verdict ----

@test
def every_outcome(t):
    t.write('a.p', OUTCOMES + 'implementation iNone: { Fine };\n')
    check(verdicts(t, 'a.p', '--max-states=20') == [
        'exhausted', 'violated', 'unknown', 'exhausted', 'violated', 'skipped'], 'explicit')
    check(verdicts(t, 'a.p', '--engine=sample', '--schedules=3', '--max-steps=9') == [
        'sampled', 'violated', 'sampled', 'sampled', 'violated', 'skipped'], 'sample')
    check(verdicts(t, 'a.p', '--budget=1h', '--max-states=20')[2] == 'unknown', 'budget')
    t.write('a.p', OUTCOMES + 'invariant tt: true;\n')
    check(verdicts(t, 'a.p', '--max-states=20') == ['exhausted', 'violated', 'unknown', 'exhausted', 'violated'], 'proofs')
    t.write('a.p', 'machine Main { start state S { } }\ninvariant one: 1 == 1;\n')
    check(verdicts(t, 'a.p') == ['unknown'], 'only proofs')


@cases(('lasso', LASSO, []), ('params', PARAMS, []), ('crash', PING, ['--faults=crash=1:Server']),
       ('loss', PING, ['--faults=loss=1', '--network=causal']), ('fifo', FIFO, ['--network=bag']),
       ('dup', PONGS.replace('MOST', '0'), ['--faults=dup=1:ePong']), ('dfs', RACE_FAILS, ['--search=dfs']),
       ('sampled', RACE_FAILS, ['--engine=sample', '--schedules=5000', '--strategy=pct']),
       ('dpor', RACE_FAILS, ['--engine=dpor']), ('reduced', RACE_FAILS, ['--engine=reduced', '--split=none']),
       ('asi', RACE_FAILS, ['--engine=asi']), ('implicit', RACE_FAILS, ['--faults=crash=1']),
       ('race', RACE_FAILS, ['--network=p2p']))
def violations(t, model, options):
    t.write('a.p', model)
    check('violated' in verdicts(t, 'a.p', *options), 'none')


@test
def reduced(t):
    t.write('a.p', OUTCOMES)
    check(verdicts(t, 'a.p', '--engine=reduced', '--max-states=20')[:3] == ['exhausted', 'violated', 'unknown'], 'reduced')
    check(verdicts(t, 'a.p', '--engine=asi', '--max-states=20')[:2] == ['proved', 'violated'], 'asi')
    t.write('b.p', LASSO)
    check(verdicts(t, 'b.p', '--engine=reduced') == ['refused'], 'not refused')


@test
def sets(t):
    t.write('a.p', OUTCOMES)
    check(verdicts(t, 'a.p', '--engine=sets', '--max-states=20')[:3] == ['exhausted', 'violated', 'unknown'], 'sets')
    t.write('b.p', LASSO)
    check(verdicts(t, 'b.p', '--engine=sets') == ['violated'], 'no loop')
    check(verdicts(t, 'b.p', '--engine=sets', '--network=causal') == ['refused'], 'not refused')


@test
def refused(t):
    t.write('a.p', LASSO)
    check(verdicts(t, 'a.p', '--bitstate=1') == ['refused'], 'not refused')


@test
def covered(t):
    import long
    t.write('a.p', long.grid(5, 7))
    check(verdicts(t, 'a.p', '--bitstate=1') == ['covered'], 'not covered')


@test
def within(t):
    t.write('a.p', PING)
    check(verdicts(t, 'a.p', '--max-depth=2') == ['within'], 'not within')
    check(verdicts(t, 'a.p', '--within=Main:false') == ['within'], 'not outside')
    t.write('a.p', 'machine Main { start state S { entry { print format("{0}", choose(5)); } } }\n')
    check(verdicts(t, 'a.p', '--narrow=2') == ['within'], 'not narrowed')
    check(verdicts(t, 'a.p', '--narrow=5') == ['exhausted'], 'narrowed')


@test
def reasons_and_a_profile(t):
    t.write('a.p', COUNT)
    check(verdicts(t, 'a.p', '--engine=explicit', '--max-states=100', '--profile') == ['unknown'], 'it was enough')
    v, data = validator(), t.json('out.json')
    [result] = data['results']
    check(result['why'] and result['try'] and result['profile']['parts'], 'they are missing')
    for path in list(objects({key: result[key] for key in ('why', 'profile')})):
        for key in at(result, path) if path else ():
            other = copy.deepcopy(data)
            at(other['results'][0], path).pop(key)
            check(not v.is_valid(other), f'{path}: {key} is not missed')
    for change in {'why': None}, {'try': 3}, {'verdict': 'sampled'}, {'why': result['why'] * 3}:
        check(not v.is_valid({**data, 'results': [{**result, **change}]}), f'{change} is not noticed')


@test
def not_checked(t):
    t.write('a.p', COUNT + 'test tOne [main=Main]: { Main };\ntest tTwo [main=Main]: { Main };\n')
    child = t.start('check', 'a.p', '--engine=explicit', '--progress', '--json=out.json')
    child.stderr.read(1)
    child.terminate()
    t.finish(child).expect(3)
    found = [(x['verdict'], x['reason']) for x in validate(t.json('out.json'))]
    check(found[1] == ('unknown', 'not checked') and found[0][1] != 'not checked', f'{found}')


@cases(('explicit', 'explicit'), ('sets', 'sets'))
def no_memory(t, engine):
    t.write('a.p', COUNT)
    check(verdicts(t, 'a.p', f'--engine={engine}', before=need_little_memory(t)) == ['unknown'], 'it was enough')


@test
def foreign(t):
    t.library('#include "synod_foreign.h"\n#define UNUSED __attribute__((unused))\n'
              'syn_value F(const syn_env *env, const syn_value *args UNUSED, size_t count UNUSED);\n'
              'syn_value F(const syn_env *env, const syn_value *args UNUSED, size_t count UNUSED)\n'
              '{ env->fail(env, "no"); return SYN_NULL; }\n')
    t.write('a.p', 'fun F(n: int): int;\nmachine Main { start state S { entry { F(1); } } }\n')
    t.check('-q', 'a.p', '--foreign=f.so', '--json=out.json').expect(1)
    [x] = validate(t.json('out.json'))
    check(x['violation']['kind'] == 'foreign', f'{x["violation"]}')


# ---- Runs that no check has found ----

def the_run(data, verdict, reason):
    """The only result of DATA; that it could be one of `synod check` is noticed."""
    v = validator()
    [x] = validate(data, v)
    check((x['verdict'], x['reason']) == (verdict, reason), f'{x["verdict"]}, {x["reason"]}')
    check('trace' in x and 'coverage' not in x, f'{list(x)}')
    for key in {'trace', 'violation'} & set(x):
        other = copy.deepcopy(data)
        del other['results'][0][key]
        check(not v.is_valid(other), f'no {key} is not noticed')
    for change in {'verdict': 'exhausted', 'reason': None}, {'coverage': {}}, {'witnesses': []}:
        other = copy.deepcopy(data)
        other['results'][0].update(change)
        check(not v.is_valid(other), f'{change} is not noticed')
    return x


FAILS = START + 'assert false, "always";' + END


@cases(('unknown', PING, 'unknown', 'a run by hand'), ('violated', FAILS, 'violated', None))
def saved_by_hand(t, model, verdict, reason):
    t.write('a.p', model)
    t.write('commands', '1\nsave out.json\n')
    t.run('explore', '-Woff', 'a.p', '--script=commands').expect(0)
    x = the_run(t.json('out.json'), verdict, reason)
    check((x['engine'], x['command'], len(x['trace']['steps'])) == ('explicit', None, 1), f'{x}')
    t.replay('-q', '-Woff', 'out.json', '--html=out.html')
    the_run(t.page_data('out.html')['report'], verdict, reason)


@cases(('fails', FAILS, 'violated', None), ('mended', START + END, 'unknown', 'the run does not fail any more'))
def replayed_on_a_page(t, model, verdict, reason):
    t.write('a.p', FAILS)
    t.check('-q', '-Woff', 'a.p', '--json=out.json').expect(1)
    t.write('a.p', model)
    t.replay('-q', '-Woff', 'out.json', '--html=out.html').expect(int(verdict == 'violated'))
    x = the_run(t.page_data('out.html')['report'], verdict, reason)
    check((x['engine'], x['command']) == (None, 'synod replay out.json'), f'{x}')


@test
def values_of_expressions(t):
    t.write('a.p', PING)
    t.check('-q', 'a.p', '--faults=crash=1:Server', '--eval=Main: 1 + 1', '--json=out.json').expect(1)
    [x] = validate(t.json('out.json'))
    check('value' in [c['what'] for s in x['trace']['steps'] for c in s['changes']], f'{x["trace"]["steps"]}')


# ---- Many models ----

LARGE = 1_000_000  # bytes: more of the same, and a minute to look at


@cases(*((str(i), i) for i in range(8)))
def the_suite(t, part):
    """Every second one of them."""
    v = validator()
    files = sorted(glob.glob(f'{harness.ROOT}/tests/suite/run/**/*.p', recursive=True))
    check(len(files) > 300, f'{len(files)} files')
    for name in files[part::16]:
        with open(name, encoding='utf-8') as f:
            flags = re.findall(r'^// flags: (.*)$', f.read(), re.M)
        if flags and 'foreign' in flags[0]:
            continue
        t.check('-q', '-Woff', name, '--max-states=300', '--json=out.json', *' '.join(flags).split())
        if os.path.exists(t.path('out.json')):
            if os.path.getsize(t.path('out.json')) < LARGE:
                validate(t.json('out.json'), v)
            os.remove(t.path('out.json'))


if __name__ == '__main__':
    sys.exit(harness.main())
