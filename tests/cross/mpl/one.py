#!/usr/bin/env python3
"""What `agree PROGRAM MODELS` prints.

usage: one.py AGREE
"""
import subprocess
import sys

CASES = (('mbox', ['C r1.0 r2.0 | s | s', 'C r2.0 r1.0 | s | s', '2 executions and 0 blocked ones; the engine agrees']),
         ('bag+loss1', None), ('asyn+loss1', None), ('causal', None))


def main():
    failed, outputs = 0, {}
    for models, want in CASES:
        r = subprocess.run([sys.argv[1], 'r r|s0:1|s0:2', models], capture_output=True, text=True, check=False)
        outputs[models] = r.stdout
        if r.returncode != 0 or (want is not None and sorted(r.stdout.splitlines()) != sorted(want)):
            print(f'{models}: exit code {r.returncode}\n{r.stdout}{r.stderr}')
            failed += 1
    if outputs['bag+loss1'] != outputs['asyn+loss1']:
        print('bag is not asyn')
        failed += 1
    return 1 if failed > 0 else 0


sys.exit(main())
