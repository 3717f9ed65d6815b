#!/usr/bin/env python3
"""How much slower is `auto` than the best single engine?

usage: auto.py SYNOD [--time SECONDS] [--only TEXT] [--again N] [--out FILE]

Every test of the examples and of bench/peers and bench/models, with each engine that applies and with `auto`: seconds to a
verdict (holds or violated), at most so many.  The goals: over all tests the sum of `auto` is at most 1.25 times the sum of
the best; a test that `auto` does not decide, and another engine does, counts with the limit.  With --again N, `auto` runs N
times, and must come to the same verdict with the same engine and the same number of states each time.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ENGINES = 'explicit', 'reduced', 'asi', 'sets', 'sample'
GOAL = 1.25


def run(synod, model, test, engine, limit):
    """Seconds (None: it comes to no verdict), and what it says."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, 'out.json')
        subprocess.run([synod, 'check', model, '-t', test, '-q', '-Woff', '--no-shrink', f'--engine={engine}', f'--max-time={limit}',
                        f'--json={out}'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        if not os.path.exists(out):
            return None, None
        with open(out, encoding='utf-8') as f:
            x = json.load(f)['results'][0]
    says = (x['verdict'], x['engine'], x['states'])
    return (x['seconds'] if x['verdict'] in ('exhausted', 'proved', 'violated') else None), says


def models():
    for folder in 'examples', 'bench/peers', 'bench/models':
        for name in sorted(os.listdir(os.path.join(ROOT, folder))):
            path = os.path.join(ROOT, folder, name)
            if os.path.isdir(path) and any(x.endswith('.pproj') for x in os.listdir(path)) or name.endswith('.p'):
                yield path
            if os.path.isdir(os.path.join(path, 'buggy')):
                yield os.path.join(path, 'buggy')


def tests_of(synod, model):
    said = subprocess.run([synod, 'compile', '--list-tests', model], capture_output=True, text=True, check=False)
    return said.stdout.split() if said.returncode == 0 else []


def is_steady(a, model, test, said):
    return all(run(a.synod, model, test, 'auto', a.time)[1] == said for _ in range(a.again - 1))


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('synod')
    p.add_argument('--time', type=int, default=20)
    p.add_argument('--only', default='')
    p.add_argument('--again', type=int, default=1)
    p.add_argument('--out')
    a = p.parse_args()
    a.synod = os.path.abspath(a.synod)
    if a.out:
        sys.stdout = open(a.out, 'w', encoding='utf-8')
    print(f'# auto against the best engine, at most {a.time} s\n\n| test | best | s | auto | s | ratio |\n| --- | --- | --- | --- | --- | --- |')
    total = best_total = 0
    unsteady = []
    for model in models():
        for test in tests_of(a.synod, model):
            if a.only not in f'{model} {test}':
                continue
            found = {engine: run(a.synod, model, test, engine, a.time)[0] for engine in ENGINES}
            found = {engine: seconds for engine, seconds in found.items() if seconds is not None}
            seconds, said = run(a.synod, model, test, 'auto', a.time)
            if seconds is not None and not is_steady(a, model, test, said):
                unsteady.append(test)
            if not found:
                continue
            best = min(found, key=found.get)
            total += seconds if seconds is not None else a.time
            best_total += found[best]
            if found[best] > 0.2 or seconds is None or seconds > 0.4:
                ratio = '' if seconds is None else f'{seconds / max(found[best], 0.01):.2f}'
                print(f'| {test} | {best} | {found[best]:.2f} | {said[1] if said else "-"} | '
                      f'{"-" if seconds is None else f"{seconds:.2f}"} | {ratio} |', flush=True)
    print(f'\nsum: auto {total:.1f} s, best {best_total:.1f} s, ratio {total / max(best_total, 0.01):.2f} (goal {GOAL})')
    if a.again > 1:
        print(f'not the same every time: {", ".join(unsteady) or "none"}')


if __name__ == '__main__':
    main()
