#!/usr/bin/env python3
"""Tables 2, 3, 5 and 6 of the PSym paper with Synod's figures beside the paper's.

usage: run.py SYNOD [--real FOLDER] [--quick] [--runs N] [--limit SECONDS] [--memory MB] [--only TEXT] [--out FILE]

Each row is a search with `synod check` and the options that the row shows (mostly none), on one thread; told are the least CPU time and
memory of N runs (default 1), and how many times PSym took as long.  With --real, the programs that the paper ran, where P's repository has
them: FOLDER is its checkout.  They are changed on the way where they use words that are reserved by now, or other sizes than the
row (`changes` below); nothing of them is kept.  --quick leaves out what takes long.

Exit code: 1 if a verdict or a number of states is not the one that it must be, or if a row is not ahead of PSym, or misses its goal.
"""
import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from report import Report

HERE = os.path.dirname(os.path.abspath(__file__))
MODELS = os.path.join(os.path.dirname(HERE), 'models')
PORTFOLIO, REGRESSION = 'Tst/PortfolioTests', 'Tst/RegressionTests/Integration/Correct'
NEVER = float('inf')  # PSym was not done in an hour


@dataclass
class Row:
    table: int
    name: str
    psym: str        # its time, as the paper has it
    seconds: float   # the same
    memory: str      # of PSym, where the paper tells
    path: str        # in --real, or absolute
    states: object   # how many there are, a number of any size; None: it is not known from elsewhere
    test: str = ''
    options: tuple = ()
    changes: tuple = ()  # (file, pattern, replacement): of the program
    adds: tuple = ()     # (file, text): to the program
    goal: float = NEVER  # seconds
    is_long: bool = False


def sizes(path, text):
    """Sets constants of a program: M = 2|N = 3."""
    return tuple((path, rf'\b{re.split(" ?=", x)[0]} ?= ?\d+\b', x) for x in text.split('|'))


def portfolio(path, text=''):
    path = f'{PORTFOLIO}/{path}'
    return dict(path=path, changes=sizes(path, text) if text else ())


HLC = f'{PORTFOLIO}/HClock/HLC.p'
# Its assertion fails at once, for a state without choices is reached; the TLA+ model that it was made from stops there.
NO_CHOICES = (HLC, r'assert\(sizeof\(choices\) != 0\);', 'if (sizeof(choices) == 0) { pcL[j] = 0; return; }')
PAXOS = 'Paxos/Paxos/Paxos.p'
COMMIT = f'{PORTFOLIO}/2PC/TwoPhaseCommit'
# Two clients write one key, so the client's assertion on what it reads is violated. It writes one time more than `numTransPerClient`.
COMMIT_CHANGES = ((f'{COMMIT}/PTst/Client.p', r'assert readResp\.key ==[^;]*;', ''),
                  (f'{COMMIT}/TwoPhaseCommit.pproj', r'\.\./Common', './Common'))
COMMIT_TEST = (f'{COMMIT}/PTst/Size.p', '''
machine TwoByTwo {
  start state Init {
    entry {
      SetUpTwoPhaseCommitSystem((numClients = 2, numParticipants = 2, numTransPerClient = 1, failParticipants = 0, chooseFrom = 2));
    }
  }
}
test tcTwoByTwo [main = TwoByTwo]:
  assert AtomicityInvariant in (union TwoPhaseCommit, TwoPCClient, FailureInjector, { TwoByTwo });
test tcNoSpec [main = TwoByTwo]: (union TwoPhaseCommit, TwoPCClient, FailureInjector, { TwoByTwo });
''')
COMMIT_MODEL = dict(path=f'{COMMIT}/TwoPhaseCommit.pproj', changes=COMMIT_CHANGES, adds=(COMMIT_TEST,))


def kv_2pc(n):
    """A formula through what the reference explorer counts for 2, 4, 6 and 10."""
    return 50 * 2**n + 15 * n - 14


def own(name, test):
    return dict(path=os.path.join(HERE, name), test=test)


def synthetic(name, test):
    return dict(path=os.path.join(MODELS, name), test=test)


# The numbers of states are those of `naive -c`, which shares no code with the engines, but for the rows that say so.
ROWS = (
    Row(2, 'Chang-Roberts, N=5', '1 s', 1, '', states=2583, **portfolio('ChangRob/ChangRoberts.p', 'N=5')),
    *(Row(2, f'HLC, MaxT={t}', f'{s} s', s, '', HLC, states, changes=(*sizes(HLC, f'MaxT={t}'), NO_CHOICES))
      for t, s, states in ((3, 3, 21534), (4, 8, 84894), (5, 24, 225564))),
    Row(2, 'Streamlet', '5 s', 5, '', states=16009, **portfolio('Streamlet/str0.p')),
    Row(2, '2PCwithBTM', '10 s', 10, '', states=6569, **portfolio('2PC/2PCwithBTM/TwoPC.p')),
    Row(2, 'BenOr, MAXROUND=2', '7 s', 7, '', states=218161, **portfolio('BenOr/BenOr.p', 'MAXROUND = 2')),
    # The reference cannot hold its 16,092,969 states. A reduction has 153,506 of them.
    Row(2, 'BenOr, MAXROUND=3', '71 s', 71, '', states=16092969, options=('--engine=reduced',), **portfolio('BenOr/BenOr.p', 'MAXROUND = 3')),
    Row(2, 'Paxos, simple: STOP=3, M=2, MAXB=3', '201 s', 201, '', states=206616, **portfolio(PAXOS, 'M = 2|STOP = 3|MAXB = 3')),
    Row(2, 'Paxos, full: STOP=1, M=9, MAXB=10', '414 s', 414, '', states=137700, **portfolio(PAXOS, 'M = 9|STOP = 1|MAXB = 10')),
    Row(3, 'Token ring, 4', '2 s', 2, '27 MB', f'{PORTFOLIO}/TokenRing/TokenRing.p', 937,
        changes=((f'{PORTFOLIO}/TokenRing/TokenRing.p', r'machine Node assume \d+', 'machine Node'),)),
    Row(3, 'BoundedAsync', '11 s', 11, '45 MB', f'{REGRESSION}/BoundedAsync/boundedasync.p', 946),
    Row(3, 'German', '44 s', 44, '860 MB', states=25385, **portfolio('German/German.p')),
    Row(3, 'Failure detector, 2 nodes, 2 rounds', '38 s', 38, '1.4 GB', states=10950,
        **own('failure-detector.p', 'tcDetector___nodeCount_2__clientCount_2__rounds_2')),
    Row(3, 'Two-phase commit, 2 x 2, without its spec', '57 min', 3442, '13 GB', states=4074178, test='tcNoSpec',
        options=('--engine=sets',), **COMMIT_MODEL),
    # The states are open ones; with numbers there are 148,111,339.
    Row(3, 'Two-phase commit, 2 x 2', '57 min', 3442, '13 GB', states=None, test='tcTwoByTwo', options=('--values=open',), goal=10,
        is_long=True, **COMMIT_MODEL),
    Row(3, 'Paxos, 4 rounds', '2 h', 7207, '18 GB', states=None, is_long=True, **own('paxos.p', 'tcPaxos___rounds_2__acceptors_3')),
    *(Row(5, f'key-value store on two-phase commit({n})', '1 s', 1, memory, states=kv_2pc(n),
          **own('kv-2pc.p', f'tcKV___replicas_{n}__keyCount_2__valCount_2__filled_true'))
      for n, memory in ((2, '8.1 MB'), (4, '8.7 MB'), (6, '9 MB'))),
    Row(5, 'key-value store on Paxos(3)', '12 s', 12, '123 MB', states=3960,
        **own('kv-paxos.p', 'tcKV___acceptors_3__ballots_2__keyCount_2__valCount_2')),
    Row(5, 'key-value store on Paxos(5)', '3 h', 10818, '18 GB', states=97392,
        **own('kv-paxos.p', 'tcKV___acceptors_5__ballots_2__keyCount_2__valCount_2')),
    *(Row(6, f'lastzero({n})', psym, s, memory, states=states, **synthetic('lastzero.p', f'tcLastZero___threads_{n}'))
      for n, psym, s, memory, states in ((5, '3 s', 3, '20 MB', 10542), (10, '12 s', 12, '180 MB', 26662996), (15, '73 s', 73, '1 GB', None))),
    *(Row(6, f'counter({n})', psym, s, memory, states=2**(n + 1) - 1 + n + 2, **synthetic('counter.p', f'tcCounter___workers_{n}'))
      for n, psym, s, memory in ((5, '1 s', 1, '8.1 MB'), (10, '7.6 s', 7.6, '200 MB'), (15, '317 s', 317, '13 GB'))),
)


# ---- Programs ----


def rewrite(path, changes):
    with open(path, encoding='utf-8') as f:
        text = f.read()
    if path.endswith('.p'):
        text = re.sub(r'\b(forall|exists)\b', r'\1_', text)
    for pattern, to in changes:
        text, count = re.subn(pattern, to, text)
        assert count > 0, (path, pattern)
    with open(path, 'w', encoding='utf-8') as f:
        f.write(text)


def prepare(row, real, folder):
    """The path of the program as it is searched; None: it is not there."""
    source = os.path.join(real, row.path)
    if os.path.isabs(row.path):
        return row.path
    if not real or not os.path.exists(source):
        return None
    root = os.path.dirname(row.path)
    shutil.copytree(os.path.join(real, root), os.path.join(folder, root), copy_function=shutil.copyfile)
    for path, text in row.adds:
        with open(os.path.join(folder, path), 'w', encoding='utf-8') as f:
            f.write(text)
    changes = {row.path: []} if row.path.endswith('.p') else {}
    for path, pattern, to in row.changes:
        changes.setdefault(path, []).append((pattern, to))
    for path, those in changes.items():
        rewrite(os.path.join(folder, path), those)
    return os.path.join(folder, row.path)


# ---- Runs ----


def search(a, row, program):
    """CPU seconds, MiB, and the result; None: it took too long."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, 'out.json')
        command = [a.synod, 'check', program, '-j1', '-q', '-Woff', '--progress=off', '--no-shrink', f'--max-memory={a.memory}',
                   f'--json={out}', *row.options, *(('-t', row.test) if row.test else ())]
        # Through a small process, or what this script has would count as the memory of the search.
        child = subprocess.Popen(['/usr/bin/env', *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (a.limit, a.limit + 1)))
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode < 0 or not os.path.exists(out):
            return None
        with open(out, encoding='utf-8') as f:
            result = json.load(f)['results'][0]
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, result


def count(result):
    """States of any number."""
    return int(result['set']['states']) if result.get('set') else result['states']


def judge(report, row, result, seconds):
    engine = result['engine']
    if result['verdict'] != 'exhausted':
        report.complain(f'{row.name}: {result["verdict"]}')
    # Reductions leave states out, so their number cannot be compared.
    elif row.states is not None and engine in ('explicit', 'sets') and count(result) != row.states:
        report.complain(f'{row.name}: {count(result):,} states, not {row.states:,}')
    if seconds >= row.seconds:
        report.complain(f'{row.name}: {seconds:.1f} s, PSym {row.psym}')
    if seconds > row.goal:
        report.complain(f'{row.name}: {seconds:.1f} s, not under {row.goal} s')


def run_row(a, report, row):
    with tempfile.TemporaryDirectory() as folder:
        program = prepare(row, a.real, folder)
        if program is None:
            return
        runs = [search(a, row, program) for _ in range(a.runs)]
    if None in runs:
        report.complain(f'{row.name} takes more than {a.limit} s')
        return
    seconds, memory = min(x[0] for x in runs), min(x[1] for x in runs)
    result = runs[0][2]
    report.say(f'| {row.name} | {row.psym} | {row.memory} | {seconds:.2f} | {memory:.0f} | {row.seconds / max(seconds, 0.01):,.0f} '
               f'| {count(result):,} | {result["engine"]} | {" ".join(row.options)} |')
    judge(report, row, result, seconds)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('synod')
    p.add_argument('--real', default='')
    p.add_argument('--quick', action='store_true')
    p.add_argument('--runs', type=int, default=1)
    p.add_argument('--limit', type=int, default=300)
    p.add_argument('--memory', type=int, default=8000)
    p.add_argument('--only', default='')
    p.add_argument('--out')
    a = p.parse_args()
    a.synod, a.real = os.path.abspath(a.synod), a.real and os.path.abspath(a.real)
    report = Report()
    for table in sorted({row.table for row in ROWS}):
        report.say(f'\n## Table {table}\n\n| program | PSym | PSym, memory | s | MiB | times | states | engine | options |')
        report.say('| --- ' * 9 + '|')
        for row in ROWS:
            if row.table == table and a.only in row.name and not (a.quick and row.is_long):
                run_row(a, report, row)
    if a.out:
        report.write(a.out, 'The tables of the PSym paper', 'bench/psym/run.py',
                     [f'CPU seconds and peak memory of one thread, the least of {a.runs} runs; 13 MiB is what a search has at least',
                      'PSym: a Mac with M1 (tables 2 and 6) and a Xeon with 2.3 GHz (3 and 5); one thread, too'])
    return 0 if report.is_good else 1


if __name__ == '__main__':
    sys.exit(main())
