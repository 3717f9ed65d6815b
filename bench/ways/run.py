#!/usr/bin/env python3
"""The ways of a step: searches whose time goes into steps with many choices.

usage: run.py SYNOD [--old SYNOD] [--real FOLDER] [--runs N] [--limit SECONDS] [--quick] [--out FILE]

The programs here have steps of very many ways that lead to few outcomes, or short ones of few ways that all end differently.
With --real, programs of P's own tests, too: FOLDER/p-org+P is P's repository.  They are changed on the way where they
use words that are reserved by now, or where the paper that they come from used other sizes; nothing of them is kept.
Each is searched by --engine=explicit on one core; told are the least CPU time and memory of N runs (default 3).  With --old, an older
build takes turns, and the ratio must be the goal of the row.  --quick makes one run of each.

Exit code: 1 if a goal is missed, or the two builds differ in a verdict or a number of states or transitions.
"""
import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from report import Report

HERE = os.path.dirname(os.path.abspath(__file__))
PORTFOLIO, ERRORS = 'p-org+P/Tst/PortfolioTests', 'p-org+P/Tst/RegressionTests/Feature3Exprs/DynamicError'

# name, the most seconds, the least ratio
OWN = (('order', 0.05, 0), ('rates', 0.05, 0), ('subset', 0.05, 0), ('prefix', 0.1, 0), ('calls', 0.05, 0), ('clocks', None, 1.3))
# name, file, what is replaced, the most seconds, the least ratio
SIZES = 'M = 2|STOP = 3|MAXB = 3', 'M = 9|STOP = 1|MAXB = 10'
NO_ASSERT = (r'assert\(sizeof\(choices\) != 0\);', 'if (sizeof(choices) == 0) { pcL[j] = 0; return; }')


def sizes(text):
    return tuple((rf'\b{x.split()[0]} = \d+;', f'{x};') for x in text.split('|'))


REAL = (('flexible Paxos, 2 slots', f'{PORTFOLIO}/Paxos/Paxos/Paxos.p', sizes(SIZES[0]), None, 3),
        ('flexible Paxos, 9 leaders', f'{PORTFOLIO}/Paxos/Paxos/Paxos.p', sizes(SIZES[1]), None, 3),
        ('HLC', f'{PORTFOLIO}/HClock/HLC.p', (NO_ASSERT,), None, 1.5),
        ('Streamlet', f'{PORTFOLIO}/Streamlet/str0.p', (), None, 1.5),
        ('BenOr', f'{PORTFOLIO}/BenOr/BenOr.p', sizes('MAXROUND = 2'), None, 1.5),
        *((name, f'{ERRORS}/{name}/{name}.p', (), 1, 0)
          for name in ('tooManyChoicesSet', 'tooManyChoicesSeq', 'tooManyChoicesMap')))


def program(path, changes):
    """The text of a program of P's, so that it compiles and has the sizes of the row."""
    with open(path, encoding='utf-8') as f:
        text = re.sub(r'\b(forall|exists)\b', r'\1_', f.read())
    for pattern, to in changes:
        text, count = re.subn(pattern, to, text)
        assert count > 0, (path, pattern)
    return text


def search(synod, path, limit):
    """CPU seconds, KiB, and what must be equal."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, 'out.json')
        command = ['/usr/bin/env', synod, 'check', path, '--engine=explicit', '-j1', '-q', '-Woff', '--progress=off', '--no-shrink',
                   f'--json={out}']
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1)))
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = status
        if not os.path.exists(out) or os.WIFSIGNALED(status):
            return None
        with open(out, encoding='utf-8') as f:
            result = json.load(f)['results'][0]
    told = tuple(result.get(key) for key in ('verdict', 'states', 'transitions'))
    return used.ru_utime + used.ru_stime, used.ru_maxrss, told if 'interrupt' not in str(result) else None


def least(runs):
    done = [x for x in runs if x is not None and x[2] is not None]
    return (min(x[0] for x in done), min(x[1] for x in done), done[0][2]) if done else None


def row(a, report, name, path, most, ratio):
    builds = [a.synod] + ([a.old] if a.old else [])
    runs = {build: [] for build in builds}
    for _ in range(a.runs):
        for build in builds:
            if None not in runs[build]:
                runs[build].append(search(build, path, a.limit))
    new, old = least(runs[a.synod]), least(runs[a.old]) if a.old else None
    if new is None:
        report.complain(f'{name} takes more than {a.limit} s')
        return
    seconds, memory, told = new
    times = old[0] / max(seconds, 0.001) if old else a.limit / max(seconds, 0.001)
    cells = [name, f'{told[1]:,}', f'{old[0]:.2f}' if old else f'> {a.limit}' if a.old else '', f'{seconds:.2f}',
             ('' if old else '> ') + f'{times:.1f}' if a.old else '', f'{old[1] / 1024:.0f}' if old else '', f'{memory / 1024:.0f}',
             f'{ratio} times' if ratio else f'{most} s']
    report.say('| ' + ' | '.join(cells) + ' |')
    if old and old[2] != told:
        report.complain(f'{name}: {old[2]} before, {told} now')
    if most is not None and seconds > most:
        report.complain(f'{name} takes {seconds:.2f} s')
    if a.old and ratio and times < ratio:
        report.complain(f'{name}: {times:.2f} times, not {ratio}')


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('synod')
    p.add_argument('--old')
    p.add_argument('--real', default='')
    p.add_argument('--runs', type=int, default=3)
    p.add_argument('--limit', type=int, default=30)
    p.add_argument('--quick', action='store_true')
    p.add_argument('--out')
    a = p.parse_args()
    a.synod = os.path.abspath(a.synod)
    a.old = a.old and os.path.abspath(a.old)
    a.runs = 1 if a.quick else a.runs
    report = Report()
    report.say('| program | states | before, s | s | times | before, MiB | MiB | goal |')
    report.say('| --- ' * 8 + '|')
    for name, most, ratio in OWN:
        row(a, report, name, os.path.join(HERE, f'{name}.p'), most, ratio)
    for name, path, changes, most, ratio in REAL:
        path = os.path.join(a.real, path)
        if not os.path.exists(path):
            continue
        with tempfile.NamedTemporaryFile('w', suffix='.p', encoding='utf-8') as f:
            f.write(program(path, changes))
            f.flush()
            row(a, report, name, f.name, most, ratio)
    if a.out:
        report.write(a.out, 'The ways of a step', 'bench/ways/run.py', ['CPU seconds and peak memory, the least of '
                                                                         f'{a.runs} runs'])
    return 0 if report.is_good else 1


if __name__ == '__main__':
    sys.exit(main())
