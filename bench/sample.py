#!/usr/bin/env python3
"""How fast are random runs, and how soon do they find a violation?

usage: sample.py SYNOD [--seeds N] [--real FOLDER] [--threads N,N,...] [--quick] [--out FILE]

Three tables, with medians over the seeds:
  speed       steps and schedules a CPU second on one core, for tests without a violation, with all strategies together
  threads     the same number of runs on several threads, and on as many processes
  violations  the time to the first violation, by strategy, for the buggy examples
FOLDER/owner+name holds public P models, as for the conformance checks: P's tutorials are measured too, if they are there.
"""
import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STRATEGIES = 'random', 'pct', 'pos', 'feedback', 'rl', 'portfolio'
GOAL_STEPS, GOAL_SECONDS = 2_000_000, 1.0
SPEED = (('examples/raft', 'tcCalm'), ('examples/raft', 'tcTrouble'), ('examples/paxos', 'tcDuel'),
         ('examples/paxos', 'tcRestart'))
TUTORIAL = 'p-org+P/Tutorial'
REAL_SPEED = ((f'{TUTORIAL}/2_TwoPhaseCommit/TwoPhaseCommit.pproj', 'tcSingleClientNoFailure'),)
RAFT = f'{TUTORIAL}/6_Raft'
# Its own tests are hot for so long that random runs of the usual length call it a violation: so without these two specs.
RAFT_TEST = """test oneClientThreeServersSafe [main=OneClientThreeServersReliable]:
  assert SafetyOneLeader, SafetyLeaderCompleteness, SafetyStateMachine, SafetyLogMatching, SafetySynchronization in
  (union Server, Timer, Client, View, ServingTests);
"""
REAL_BUGS = ((f'{TUTORIAL}/2_TwoPhaseCommit/TwoPhaseCommit.pproj', 'tcMultipleClientsNoFailure'),
             (f'{TUTORIAL}/2_TwoPhaseCommit/TwoPhaseCommit.pproj', 'tcMultipleClientsWithFailure'),
             (f'{TUTORIAL}/1_ClientServer/ClientServer.pproj', 'tcAbstractServer'))


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def sample(synod, model, test, *options):
    """The result of random runs, as --json has it, and `cpu`, seconds.  MODEL: a path, or a list of them."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, 'out.json')
        paths = [model] if isinstance(model, str) else model
        before = cpu_seconds()
        subprocess.run([synod, 'check', *paths, '-t', test, '-q', '-Woff', '--engine=sample', '--no-shrink', f'--json={out}',
                        *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        cpu = cpu_seconds() - before
        with open(out, encoding='utf-8') as f:
            return {**json.load(f)['results'][0], 'cpu': cpu}


def tests_of(synod, model):
    said = subprocess.run([synod, 'compile', '--list-tests', model], capture_output=True, text=True, check=True)
    return said.stdout.split()


def median(numbers):
    return statistics.median(numbers)


def speed(a, models):
    print('\n## Speed, one core\n\n| test | steps/s | schedules/s | goal |\n| --- | --- | --- | --- |')
    for model, test in models:
        runs = [sample(a.synod, model, test, '-j1', f'--seed={seed}', '--schedules=1000000000', '--max-time=2')
                for seed in range(1, a.seeds + 1)]
        runs = [x for x in runs if x['verdict'] == 'sampled']
        if not runs:
            print(f'| {test} | violated | | |', flush=True)
            continue
        steps = median(x['transitions'] / x['cpu'] for x in runs)
        schedules = median(x['schedules'] / x['cpu'] for x in runs)
        print(f'| {test} | {steps:,.0f} | {schedules:,.0f} | {steps / GOAL_STEPS:.0%} |', flush=True)


def together(a, model, test, count, schedules):
    """Wall seconds of COUNT processes at once, each with its share of the schedules on one thread."""
    with tempfile.TemporaryDirectory() as folder:
        begin = time.monotonic()
        runs = [subprocess.Popen([a.synod, 'check', model, '-t', test, '-q', '-Woff', '--engine=sample', '--no-shrink', '-j1',
                                  f'--seed={i + 1}', f'--schedules={schedules // count}'], cwd=folder, stdout=subprocess.DEVNULL)
                for i in range(count)]
        for run in runs:
            run.wait()
        return time.monotonic() - begin


def threads(a):
    model, test = os.path.join(ROOT, 'examples/raft'), 'tcTrouble'
    schedules = 50000 if a.quick else 2000000
    print('\n## Threads\n\nThe last column has as many processes in place of threads: they share nothing, so this is what the machine has to give.\n\n'
          '| threads | seconds | times | processes, times |\n| --- | --- | --- | --- |')
    one = one_process = None
    for count in a.threads:
        seconds = median(sample(a.synod, model, test, f'-j{count}', f'--schedules={schedules}')['seconds'] for _ in range(3))
        processes = median(together(a, model, test, count, schedules) for _ in range(3))
        one, one_process = one or seconds, one_process or processes
        print(f'| {count} | {seconds:.2f} | {one / seconds:.2f} | {one_process / processes:.2f} |', flush=True)


def first_violation(a, model, test, strategy):
    """The median of the seconds to it, or None: most seeds find none."""
    found = [sample(a.synod, model, test, f'--seed={seed}', f'--strategy={strategy}', '--schedules=1000000000', '--max-time=5')
             for seed in range(1, a.seeds + 1)]
    seconds = sorted(x['seconds'] if x['verdict'] == 'violated' else float('inf') for x in found)
    middle = seconds[len(seconds) // 2]
    return None if middle == float('inf') else middle


def violations(a, models):
    print('\n## Seconds to the first violation\n\n| test | ' + ' | '.join(STRATEGIES) + ' |\n' + '| --- ' * (len(STRATEGIES) + 1) + '|')
    missed = 0
    for model, test in models:
        if sample(a.synod, model, test, '--max-time=2')['verdict'] != 'violated':
            continue  # a test that holds, or one that random runs do not decide
        row = [first_violation(a, model, test, strategy) for strategy in STRATEGIES]
        missed += row[-1] is None or row[-1] > GOAL_SECONDS
        print(f'| {test} | ' + ' | '.join('-' if x is None else f'{x:.3f}' for x in row) + ' |', flush=True)
    print(f'\nportfolio takes longer than {GOAL_SECONDS} s for {missed} of them')


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('synod')
    p.add_argument('--seeds', type=int, default=20)
    p.add_argument('--real', default='')
    p.add_argument('--threads', type=lambda text: [int(x) for x in text.split(',')], default=[1, 2])
    p.add_argument('--quick', action='store_true')
    p.add_argument('--out')
    a = p.parse_args()
    a.synod = os.path.abspath(a.synod)
    if a.quick:
        a.seeds = 3
    if a.out:
        sys.stdout = open(a.out, 'w', encoding='utf-8')
    real = [(os.path.join(a.real, model), test) for model, test in REAL_SPEED if os.path.exists(os.path.join(a.real, model))]
    raft = os.path.join(a.real, RAFT)
    own = tempfile.NamedTemporaryFile('w', suffix='.p', encoding='utf-8')
    own.write(RAFT_TEST)
    own.flush()
    if os.path.exists(raft):
        real.append(([os.path.join(raft, x) for x in ('PSrc', 'PSpec', 'PTst')] + [own.name], 'oneClientThreeServersSafe'))
    print(f'# Random runs\n\n`bench/sample.py SYNOD --seeds {a.seeds}`, medians')
    speed(a, [(os.path.join(ROOT, model), test) for model, test in SPEED] + real)
    threads(a)
    buggy = sorted(x for x in os.listdir(os.path.join(ROOT, 'examples')) if os.path.isdir(os.path.join(ROOT, 'examples', x, 'buggy')))
    models = [os.path.join(ROOT, 'examples', x, 'buggy') for x in buggy]
    violations(a, [(m, t) for m in models for t in tests_of(a.synod, m)] +
               [(os.path.join(a.real, m), t) for m, t in REAL_BUGS if os.path.exists(os.path.join(a.real, m))])


if __name__ == '__main__':
    main()
