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
from models import COUNT, FIFO, LASSO, OUTCOMES, PARAMS, PING, PONGS, RACE_FAILS

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

@test
def the_schema_is_one(t):
    validator().check_schema(schema())


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


@test
def the_schema_is_strict(t):
    """A field more, a field less or another type in any object is noticed."""
    t.write('a.p', PING)
    t.check('-q', 'a.p', '--faults=crash=1:Server', '--json=out.json').expect(1)
    v = validator()
    data = t.json('out.json')
    validate(data, v)
    count = 0
    for path in list(objects(data)):
        changes = [lambda x: x.update(more=1)]
        for key in at(data, path):
            changes.append(lambda x, key=key: x.pop(key))
            changes.append(lambda x, key=key: x.update({key: {'x': [1]}}))
        for change in changes:
            other = copy.deepcopy(data)
            change(at(other, path))
            check(not v.is_valid(other), f'{path}: not noticed')
            count += 1
    check(count > 400, f'only {count} changes')


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
            return found.union(*(names(y) for k, y in x.items() if k != 'coverage' and not k.startswith('covered')
                                 and k != 'seen_of_all'))
        return set().union(*(names(y) for y in x)) if isinstance(x, list) else set()
    missing = names(schema()) - words
    check(not missing, f'docs/json.md lacks {sorted(missing)}')


# ---- Every verdict ----

@test
def every_outcome(t):
    t.write('a.p', OUTCOMES + 'implementation iNone: { Fine };\n')
    check(verdicts(t, 'a.p', '--max-states=20') == [
        'exhausted', 'violated', 'unknown', 'exhausted', 'violated', 'skipped'], 'explicit')
    check(verdicts(t, 'a.p', '--engine=sample', '--schedules=3', '--max-steps=9') == [
        'sampled', 'violated', 'sampled', 'sampled', 'violated', 'skipped'], 'sample')
    check(verdicts(t, 'a.p', '--budget=1h', '--max-states=20')[2] == 'unknown', 'budget')


@cases(('lasso', LASSO, []), ('params', PARAMS, []), ('crash', PING, ['--faults=crash=1:Server']),
       ('loss', PING, ['--faults=loss=1', '--network=causal']), ('fifo', FIFO, ['--network=bag']),
       ('dup', PONGS.replace('MOST', '0'), ['--faults=dup=1:ePong']), ('dfs', RACE_FAILS, ['--search=dfs']),
       ('sampled', RACE_FAILS, ['--engine=sample', '--schedules=5000', '--strategy=pct']),
       ('race', RACE_FAILS, ['--network=p2p']))
def violations(t, model, options):
    t.write('a.p', model)
    check('violated' in verdicts(t, 'a.p', *options), 'none')


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
def not_checked(t):
    t.write('a.p', COUNT + 'test tOne [main=Main]: { Main };\ntest tTwo [main=Main]: { Main };\n')
    child = t.start('check', 'a.p', '--progress', '--json=out.json')
    child.stderr.read(1)
    child.terminate()
    t.finish(child).expect(3)
    found = [(x['verdict'], x['reason']) for x in validate(t.json('out.json'))]
    check(found[1] == ('unknown', 'not checked') and found[0][1] != 'not checked', f'{found}')


@test
def no_memory(t):
    t.write('a.p', COUNT)
    check(verdicts(t, 'a.p', before=need_little_memory(t)) == ['unknown'], 'it was enough')


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


# ---- Many models ----

@cases(*((str(i), i) for i in range(8)))
def the_suite(t, part):
    """Every kind of failure is among them."""
    v = validator()
    files = sorted(glob.glob(f'{harness.ROOT}/tests/suite/run/**/*.p', recursive=True))
    check(len(files) > 300, f'{len(files)} files')
    for name in files[part::8]:
        with open(name, encoding='utf-8') as f:
            flags = re.findall(r'^// flags: (.*)$', f.read(), re.M)
        if flags and 'foreign' in flags[0]:
            continue
        t.check('-q', '-Woff', name, '--max-states=300', '--json=out.json', *' '.join(flags).split())
        if os.path.exists(t.path('out.json')):
            validate(t.json('out.json'), v)
            os.remove(t.path('out.json'))


if __name__ == '__main__':
    sys.exit(harness.main())
