#!/usr/bin/env python3
"""How much slower is `auto` than the best single engine?

usage: auto.py SYNOD [--time SECONDS] [--jobs N] [--only TEXT] [--runs N] [--again N] [--load N] [--keep FILE] [--out FILE]

All tests take some ten minutes on two cores that others use, too.

Every test of the examples and of bench/peers and bench/models, on one thread: CPU seconds, of the whole process, to a verdict (holds or
violated) with `auto`, and with each engine that `auto` is made of.  `auto` comes first, and no engine gets more than a fifth more than the best so
far, since then it is not the best.  Where `auto` decides nothing in --time, each engine gets as much, and if one decides, `auto` counts
with all of --time.  That is CPU time, too, so others may use the machine meanwhile.  A test that nothing decides does not count.

The goals: over all tests the sum of `auto` is at most 1.25 times the sum of the best, and from 300,000 states on no test takes 1.3 times as
long.  (A reducing engine visits only some of the states, so where one of these answers, the explicit engine counts up to 300,000.)  --jobs runs several tests at once, for a machine with as many quiet cores.  --keep reads the times of the engines from a file if
they are there, and adds them, for several measurements of `auto` alone.

With --runs N, `auto` and the best engine run N times more, in turn, and the least of each counts: a busy machine makes some runs slower by
half.

With --again N, `auto` runs N times, with as many threads as there are cores, and must come to the same verdict with the same engine and
the same counts each time; no other engine runs.  With --load N, so many processes keep the machine busy meanwhile.
"""
import argparse
import concurrent.futures
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ENGINES = 'explicit', 'reduced', 'asi', 'sets', 'sample'
GOAL, WORST = 1.25, 1.3
LARGE = 300000
NOTABLE = 0.3  # seconds: below, the start of the process and what is measured are of the same size
SMALL = 0.05
LONG = 1  # second: from there on a run says enough
MARGIN, LITTLE = 1.2, 0.03  # how much longer than the best so far an engine is worth waiting for
LOOK = 0.002  # seconds between two looks at a child
COUNTS = 'verdict', 'engine', 'states', 'transitions', 'depth', 'random_runs'


def wait(child, limit):
    """What the child has used, which ends when that is LIMIT."""
    clock = ~child.pid << 3 | 2  # what clock_getcpuclockid(3) says
    pid = 0
    while pid == 0:
        pid, status, used = os.wait4(child.pid, os.WNOHANG)
        if pid == 0:
            time.sleep(LOOK)
            if time.clock_gettime(clock) > limit:
                os.kill(child.pid, signal.SIGKILL)  # child.kill() might wait for it
    child.returncode = os.waitstatus_to_exitcode(status)
    return used


def run(a, test, engine, limit, threads=1, *options):
    """CPU seconds, and the result as synod reports it, or None."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, 'out.json')
        command = [a.synod, 'check', test[0], '-t', test[1], '-q', '-Woff', '--no-shrink', f'--engine={engine}',
                   f'--json={out}', *options]
        if threads is not None and engine in ('auto', 'explicit', 'sample'):
            command.append(f'-j{threads}')
        used = wait(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL), limit)
        if not os.path.exists(out):
            return used.ru_utime + used.ru_stime, None
        with open(out, encoding='utf-8') as f:
            return used.ru_utime + used.ru_stime, json.load(f)['results'][0]


def decides(result):
    return result is not None and result['verdict'] in ('exhausted', 'proved', 'violated')


def models():
    for folder in 'examples', 'bench/peers', 'bench/models':
        for name in sorted(os.listdir(os.path.join(ROOT, folder))):
            path = os.path.join(ROOT, folder, name)
            if os.path.isdir(path) and any(x.endswith('.pproj') for x in os.listdir(path)) or name.endswith('.p'):
                yield path
            if os.path.isdir(os.path.join(path, 'buggy')):
                yield os.path.join(path, 'buggy')


def tests(a):
    """Pairs of a model and the name of a test.  (A file that is only a part of a model has none.)"""
    for model in models():
        said = subprocess.run([a.synod, 'compile', '--list-tests', model], capture_output=True, text=True, check=False)
        for name in said.stdout.split() if said.returncode == 0 else []:
            if a.only in f'{model} {name}':
                yield model, name


def name_of(test):
    return f'{os.path.relpath(test[0], ROOT).removesuffix(".p")} {test[1]}'


# ---- The best engine ----

def best_engine(a, test, seconds, result):
    """The engine that decides first, and its seconds; or None.  SECONDS, RESULT: of auto."""
    best, most = None, seconds * MARGIN + LITTLE if decides(result) else a.time
    may_fail = not decides(result) or result['verdict'] == 'violated'
    chosen = result['engine'] if decides(result) else None
    for engine in sorted(ENGINES, key=lambda x: x != chosen):
        if engine == 'sample' and not may_fail:
            continue
        took, found = run(a, test, engine, most)
        if decides(found) and (best is None or took < best[1]):
            best, most = (engine, took), min(most, took * MARGIN + LITTLE)
    return best


def is_large(a, test, result):
    """Does the test have more than LARGE states, as far as RESULT, of auto, or the explicit engine tells?"""
    if not result or result['verdict'] == 'violated' or result['engine'] not in ('reduced', 'asi'):
        return bool(result) and result['states'] > LARGE
    counted = run(a, test, 'explicit', a.time, 1, f'--max-states={LARGE + 1}')[1]
    return counted is None or counted['states'] > LARGE


def least(a, test, seconds, best):
    """Seconds of auto, and the best engine with its own, of several runs in turn; fewer of long ones."""
    engine, of_best = best
    for _ in range(a.runs if of_best < LONG else min(a.runs, 1)):
        of_best = min(of_best, run(a, test, engine, a.time)[0])
        seconds = min(seconds, run(a, test, 'auto', a.time)[0])
    return seconds, (engine, of_best)


def measure(a, known, test):
    seconds, result = run(a, test, 'auto', a.time)
    name = name_of(test)
    if name not in known:
        known[name] = best_engine(a, test, seconds, result)
    best = known[name]
    if decides(result) and best is not None:
        seconds, best = least(a, test, seconds, best)
    if decides(result) and (best is None or best[1] > seconds):
        best = ('auto', seconds)
    return {'name': name, 'auto': seconds if decides(result) else max(seconds, a.time), 'is_decided': decides(result), 'best': best, 'engine': result and result['engine'],
            'states': result['states'] if result else 0, 'is_large': is_large(a, test, result)}


def is_notable(x):
    return x['best'][1] >= NOTABLE or x['is_large'] or not x['is_decided']


def ratio(x):
    return x['auto'] / max(x['best'][1], 0.001)


def row(x):
    engine = x['engine'] if x['is_decided'] else 'undecided'
    return f'| {x["name"]} | {x["states"]:,} | {x["best"][0]} | {x["best"][1]:.3f} | {engine} | {x["auto"]:.3f} | {ratio(x):.2f} |'


def compare(a):
    known = {}
    if a.keep and os.path.exists(a.keep):
        with open(a.keep, encoding='utf-8') as f:
            known = json.load(f)
    with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        found = list(pool.map(lambda test: measure(a, known, test), tests(a)))
    if a.keep:
        with open(a.keep, 'w', encoding='utf-8') as f:
            json.dump(known, f, indent=1)
    report(a, found)


def report(a, found):
    counted = [x for x in found if x['best'] is not None]
    notable = [x for x in counted if is_notable(x)]
    print(f'# auto against the best engine, at most {a.time:g} s\n\nCPU seconds on one thread. All tests whose best takes {NOTABLE} s or more, '
          f'or with more than {LARGE:,} states.\n\n'
          '| test | states of auto | best | s | auto | s | ratio |\n| --- | --- | --- | --- | --- | --- | --- |')
    for x in notable:
        print(row(x))
    total, best = sum(x['auto'] for x in counted), sum(x['best'][1] for x in counted)
    print(f'\nsum over {len(counted)} tests: auto {total:.1f} s, best {best:.1f} s, ratio {total / max(best, 0.001):.2f} (goal {GOAL}); '
          f'{len(found) - len(counted)} more were decided by nothing')
    slow = sorted((x for x in notable if x['is_large'] and ratio(x) > WORST), key=ratio, reverse=True)
    small = [x for x in counted if x['best'][1] < SMALL]
    print(f'sum over the {len(small)} tests whose best takes less than {SMALL} s: auto {sum(x["auto"] for x in small):.2f} s, '
          f'best {sum(x["best"][1] for x in small):.2f} s')
    print(f'more than {WORST} times as slow: ' + ('; '.join(f'{x["name"]} ({ratio(x):.2f})' for x in slow) or 'none'))
    print('undecided by auto alone: ' + (', '.join(x['name'] for x in counted if not x['is_decided']) or 'none'))


# ---- The same answer every time ----

def answers(a, test):
    """What auto says, each time."""
    found = []
    for _ in range(a.again):
        result = run(a, test, 'auto', a.time, None)[1]
        found.append(tuple(result.get(x) for x in COUNTS) if result else None)
    return found


def is_steady(found):
    """A time limit ends a search anywhere, so there are no counts to compare then."""
    verdicts = {x and x[0] for x in found}
    return len(set(found)) == 1 or verdicts == {'unknown'}


def repeat(a):
    load = [subprocess.Popen([sys.executable, '-c', 'while True: pass']) for _ in range(a.load)]
    try:
        with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
            found = [(name_of(test), pool.submit(answers, a, test)) for test in tests(a)]
            unsteady = [(name, x.result()) for name, x in found if not is_steady(x.result())]
    finally:
        for child in load:
            child.kill()
            child.wait()
    print(f'# auto {a.again} times, {a.load} busy processes beside it\n\n{len(found)} tests; not the same every time: {len(unsteady)}')
    for name, said in unsteady:
        print(f'- {name}:')
        for x in sorted(set(said), key=str):
            print(f'  - {said.count(x)} times: {x}')


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('synod')
    p.add_argument('--time', type=float, default=20)
    p.add_argument('--jobs', type=int, default=1)
    p.add_argument('--only', default='')
    p.add_argument('--runs', type=int, default=0)
    p.add_argument('--again', type=int, default=1)
    p.add_argument('--load', type=int, default=0)
    p.add_argument('--keep')
    p.add_argument('--out')
    a = p.parse_args()
    a.synod = os.path.abspath(a.synod)
    if a.out:
        sys.stdout = open(a.out, 'w', encoding='utf-8')
    (repeat if a.again > 1 else compare)(a)


if __name__ == '__main__':
    main()
