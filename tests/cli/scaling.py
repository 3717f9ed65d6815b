#!/usr/bin/env python3
"""Time grows no faster than the program: many machine types, states, events, functions, specs.  How to run it: harness.py.

Four times as many declarations may take eight times the CPU time: a quadratic part takes sixteen times.  CPU time does not
depend on what else the machine does, and the best of several runs counts."""
import os
import resource
import subprocess
import sys

sys.dont_write_bytecode = True
import harness
from harness import cases, check

MAIN = 'machine Main { start state S { entry { BODY } ignore eA; } }\n'


def unused_types(n):
    return ('event eA: machine;\n' + ''.join(f'machine M{i} {{ start state S {{ on eA do (p: machine) {{ }} }} }}\n' for i in range(n)) +
            MAIN.replace('BODY', 'new M0();') + f'test tc [main=Main]: {{ Main, {", ".join(f"M{i}" for i in range(n))} }};\n')


def used_types(n):
    """Each type creates the next, and all send themselves to each other; but only the first ten exist."""
    return ('event eA: machine;\n' +
            ''.join(f'machine M{i} {{ var m: machine; start state S {{ entry (k: int) {{ if (k < 10) {{ m = new M{(i + 1) % n}(k + 1); '
                    f'send m, eA, this; }} }} on eA do (p: machine) {{ m = p; }} }} }}\n' for i in range(n)) +
            MAIN.replace('BODY', 'new M0(0);') + f'test tc [main=Main]: {{ Main, {", ".join(f"M{i}" for i in range(n))} }};\n')


def states(n):
    return ('event eA;\nmachine Main {\n  start state S { entry { send this, eA; goto S0; } }\n' +
            ''.join(f'  state S{i} {{ on eA do {{ if ({i} < 20) {{ send this, eA; goto S{(i + 1) % n}; }} goto S0; }} exit {{ }} }}\n'
                    for i in range(n)) + '}\ntest tc [main=Main]: { Main };\n')


def events(n):
    return (''.join(f'event e{i};\n' for i in range(n)) + 'machine Main { start state S { entry { send this, e0; }\n' +
            ''.join(f'  on e{i} do {{ if ({i} < 20) {{ send this, e{(i + 1) % n}; }} }}\n' for i in range(n)) +
            '} }\ntest tc [main=Main]: { Main };\n')


def functions(n):
    """A chain of calls, of which ten are made."""
    return ('event eA;\n' +
            ''.join(f'fun f{i}(x: int, t: machine) {{ if (x > 0) {{ f{i + 1}(x - 1, t); }} }}\n' for i in range(n)) +
            f'fun f{n}(x: int, t: machine) {{ send t, eA; }}\n' + MAIN.replace('BODY', 'f0(10, this);') +
            'test tc [main=Main]: { Main };\n')


def specs(n):
    return (''.join(f'event e{i};\n' for i in range(n)) +
            ''.join(f'spec P{i} observes e{i} {{ start state S {{ on e{i} do {{ }} }} }}\n' for i in range(n)) +
            'machine Main { start state S { entry { send this, e0; } ignore e0; } }\n' +
            f'test tc [main=Main]: assert {", ".join(f"P{i}" for i in range(n))} in {{ Main }};\n')


def limit_cpu():
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))  # only ends what would take for ever


def cpu_seconds(t, *args):
    p = subprocess.Popen([harness.SYNOD, 'check', '-q', '-Woff', '--progress=off', *args], cwd=t.folder, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True, preexec_fn=limit_cpu)
    out = p.stdout.read()
    p.stdout.close()
    _, status, used = os.wait4(p.pid, 0)
    p.returncode = os.waitstatus_to_exitcode(status)
    check(p.returncode == 0, f'exit code {p.returncode}: {out}')
    return used.ru_utime + used.ru_stime


def grows(t, make, size, engine):
    """The least ratio of a few tries."""
    t.write('small.p', make(size))
    t.write('large.p', make(4 * size))
    small = min(cpu_seconds(t, 'small.p', f'--engine={engine}') for _ in range(3))
    large = min(cpu_seconds(t, 'large.p', f'--engine={engine}') for _ in range(2))
    return large / small, small, large


SHAPES = [('unused types', unused_types, 6000), ('used types', used_types, 4000), ('states', states, 6000),
          ('events', events, 6000), ('functions', functions, 6000), ('specs', specs, 4000)]


@cases(*((f'{name}, {engine}', make, size, engine) for name, make, size in SHAPES
         for engine in ('explicit', 'reduced', 'asi', 'sets')))
def time_is_linear_in_declarations(t, make, size, engine):
    tries = []
    for _ in range(3):
        tries.append(grows(t, make, size, engine))
        if tries[-1][0] < 8:
            return
    check(False, f'four times the declarations take too long (ratio, small, large): {tries}')


if __name__ == '__main__':
    sys.exit(harness.main())
