#!/usr/bin/env python3
"""Engines of `auto` beside the search, while all of them report their progress: they come to the verdicts of the explicit engine.

usage: beside.py SYNOD ROOT

`make tsan` runs this, too: what the threads share must be ordered.
"""
import os
import subprocess
import sys

MODELS = (('examples/raft', 'tcTrouble'), ('examples/paxos', 'tcRestart'), ('examples/raft/buggy', 'tcHastyTwoEntries'),
          ('examples/client-server', 'tcTwoClients'))
BESIDE = ('-j6', '--auto-states=3000', '--progress=lines')
ALONE = ('-j1', '--engine=explicit', '--progress=off')


def check(synod, root, model, test, options):
    """Its exit code, and what it has printed."""
    done = subprocess.run([synod, 'check', os.path.join(root, model), '-t', test, '-Woff', '--no-shrink', *options],
                          capture_output=True, text=True, timeout=1000, check=False)
    return done.returncode, done.stdout + done.stderr


def main():
    synod, root = sys.argv[1:]
    failed = 0
    for model, test in MODELS:
        expected, _ = check(synod, root, model, test, ALONE)
        code, said = check(synod, root, model, test, BESIDE)
        if code != expected or expected not in (0, 1):
            failed += 1
            print(f'FAIL: {model} {test}: exit code {code}, expected {expected}\n{said[-3000:]}')
    print(f'{len(MODELS) - failed} passed, {failed} failed')
    return failed > 0


if __name__ == '__main__':
    sys.exit(main())
