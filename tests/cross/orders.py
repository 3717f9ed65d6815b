#!/usr/bin/env python3
"""Compares searches that sort sequences whose order nobody can tell with searches that do not.

usage: orders.py SYNOD [--random COUNT] [--seed SEED]

Random programs with a machine that keeps numbers in sequences, in maps of sequences and in tuples with one, and does something drawn at each
step: mostly what does not depend on an order, sometimes what does. The verdict, and the branches and lines that were reached, must be those of the explicit engine
(violations are replayed by the command itself), and there may not be more states than without sorting.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import random
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import tier

FIELDS = 'a', 'b', 'm[0]', 'm[1]', 'p.0'
PROGRAM = '''event eStep: int;
event eTold: (int, bool);
machine Main {{
  var box: machine; var last: int; var hit: int;
  start state S {{
    entry {{ box = new Box(this); send box, eStep, choose(3); }}
    on eTold do (told: (int, bool)) {{
      var now: int;
      now = told.0 % 3 * 2;
      if (told.1) now = now + 1;
{pairs}
      last = now;
      hit = 0;
      send box, eStep, choose(3);
    }}
  }}
}}
machine Box {{
  var asker: machine; var a, b: seq[int]; var m: map[int, seq[int]]; var p: (seq[int], int); var steps: int;
  start state S {{
    entry (whom: machine) {{ asker = whom; m[0] = a; m[1] = b; }}
    on eStep do (n: int) {{
      var x: seq[int]; var i: int; var flag: bool;
      steps = steps + 1;
      if (steps > {steps}) return;
{body}
      send asker, eTold, (i, flag);
    }}
  }}
}}
test tc [main=Main]: {{ Main, Box }};
'''

# Coverage tells which answers come after which.
PAIRS = '\n'.join(f'      if (last == {a} && now == {b}) hit = 1;' for a in range(6) for b in range(6))


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.tells = self.random.random() < 0.5  # something that depends on an order
        self.fields = self.random.sample(FIELDS, 2)

    def field(self):
        return self.random.choice(self.fields)

    def number(self):
        return self.random.choice(('n', 'n', '0', '1', '2', 'i', 'n + 1'))

    def blind(self):
        """It does not depend on an order."""
        f, g, n = self.field(), self.field(), self.number()
        where = self.random.choice(('0', f'sizeof({f})', f'sizeof({f}) / 2'))
        return self.random.choice((
            f'{f} += ({where}, {n});', f'{f} += ({where}, {n});', f'{f} += ({where}, n);', f'if (!({n} in {f})) {f} += ({where}, {n});',
            f'flag = {n} in {f};', f'i = sizeof({f});', f'x = {f}; x += (0, {n}); {g} = x;', f'{f} = {g};', f'{f} = default(seq[int]);',
            f'x = {f}; flag = sizeof(x) > {n};', f'if ({n} in {f}) i = i + 1; else flag = true;', f'p = ({f}, {n});', 'i = p.1;'))

    def seeing(self):
        f, g, n = self.field(), self.field(), self.number()
        return self.random.choice((
            f'if (sizeof({f}) > 0) i = {f}[0];', f'if (sizeof({f}) > 1) {{ {f} -= (1); flag = 1 in {f}; }}', f'flag = {f} == {g};',
            f'foreach (i in {f}) {{ if (i == 1) break; }}', f'if (sizeof({f}) > 0) i = choose({f});', f'if (sizeof({f}) > 1) {{ {f}[1] = 2; flag = 1 in {f}; }}',
            f'x = {f}; if (sizeof(x) > 1) assert x[0] <= x[1];', f'x = {g}; if (sizeof(x) > 1) i = x[sizeof(x) - 1]; x = {f};',
            f'flag = sizeof({f}) < 3 || {f}[0] != {f}[2];'))

    def statement(self):
        if self.random.random() < 0.08:
            return f'assert sizeof({self.field()}) + {self.number()} != {self.random.randint(3, 6)};'
        return self.blind()

    def text(self):
        body = []
        for number in range(3):
            lines = ' '.join([*(self.statement() for _ in range(self.random.randint(1, 4))), *[self.seeing()] * (self.tells and number == 2)])
            body.append(f'      {"else " * (number > 0)}{"if (n == %d) " % number if number < 2 else ""}{{ {lines} }}')
        return PROGRAM.format(pairs=PAIRS, steps=self.random.randint(4, 7), body='\n'.join(body))


def search(synod, path, *options):
    out = path + '.json'
    subprocess.run([synod, 'check', path, '-q', '-Woff', '-j1', '--progress=off', '--max-states=60000', f'--json={out}', *options],
                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    with open(out, encoding='utf-8') as f:
        return json.load(f)['results'][0]


def told(result):
    """What must be equal. A violation ends a search, and searches differ in which one is first, so then only that there is one."""
    if result['verdict'] != 'exhausted':
        return result['verdict']
    return result['verdict'], json.dumps([result['coverage'][what] for what in ('branches', 'lines')], sort_keys=True)


def compare(synod, seed):
    """What happened, or a text that says what is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'a.p')
        with open(path, 'w', encoding='utf-8') as f:
            f.write(Program(seed).text())
        full = search(synod, path, '--engine=explicit')
        if full['verdict'] == 'unknown':
            return 'too large', None
        kept = search(synod, path, '--engine=reduced', '--symmetry=off', '--por=off', '--dead-messages=keep')
        for options in ('--por=off', '--dead-messages=keep'), ('--symmetry=exact',):
            found = search(synod, path, '--engine=reduced', *options)
            if told(found) != told(full):
                return 'wrong', f'seed {seed}, {options}: {told(found)}, not {told(full)}\n{Program(seed).text()}'
            if full['verdict'] == 'exhausted' and found['states'] > kept['states']:
                return 'wrong', f'seed {seed}, {options}: {found["states"]} states, {kept["states"]} without sorting'
        fewer = full['verdict'] == 'exhausted' and found['states'] < kept['states']
        return ('fewer states' if fewer else full['verdict']), None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('synod')
    parser.add_argument('--random', type=tier.count, default=400)
    parser.add_argument('--seed', type=int, default=1)
    options = parser.parse_args()
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        seeds = range(options.seed, options.seed + options.random)
        for what, problem in pool.map(lambda seed: compare(os.path.abspath(options.synod), seed), seeds):
            counts[what] += 1
            if problem:
                print(problem)
    print(', '.join(f'{what}: {n}' for what, n in sorted(counts.items())))
    # A generator that never gets there would show nothing.
    few = min(counts['fewer states'], counts['exhausted'], counts['violated']) < options.random / 50
    if few:
        print('too few of one kind')
    return 1 if counts['wrong'] or few else 0


if __name__ == '__main__':
    sys.exit(main())
