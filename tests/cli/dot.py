#!/usr/bin/env python3
"""Graphs for Graphviz: of machines and of states.  How to run it: harness.py."""
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
import harness
from harness import Skip, cases, check, test
from models import COUNT, FIFO, LASSO, OUTCOMES, PARAMS, PING, PONGS, RACE_HOLDS, grid

TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|->|[A-Za-z_0-9.]+|[{}\[\];=,])', re.S)


class Graph:
    """What a file says: nodes and edges with their attributes, and who is in which cluster."""

    def __init__(self, text):
        self.tokens, at = [], 0
        text = text.rstrip()
        while at < len(text):
            m = TOKEN.match(text, at)
            check(m, f'no token: {text[at:at + 40]!r}')
            self.tokens.append(m[1])
            at = m.end()
        self.nodes, self.edges, self.clusters = {}, [], {}
        check(self.take() == 'digraph', 'no digraph')
        self.take()
        self.block(None)
        check(not self.tokens, 'more behind the end')
        for a, b, _ in self.edges:
            check(a in self.nodes and b in self.nodes, f'{a} -> {b}: no such node')

    def take(self):
        check(self.tokens, 'it ends too early')
        return self.tokens.pop(0)

    def name(self):
        token = self.take()
        return token[1:-1] if token[0] == '"' else token

    def attributes(self):
        found = {}
        if self.tokens[0] == '[':
            self.take()
            while True:
                key = self.name()
                check(self.take() == '=', 'an attribute without a value')
                found[key] = self.name()
                if self.take() == ']':
                    break
        return found

    def block(self, cluster):
        check(self.take() == '{', 'no block')
        while self.tokens[0] != '}':
            if self.tokens[0] == 'subgraph':
                self.take()
                name = self.name()
                self.clusters[name] = {'nodes': []}
                self.block(name)
            else:
                self.statement(cluster)
        self.take()

    def statement(self, cluster):
        one = self.name()
        if self.tokens[0] == '=':
            self.take()
            self.clusters[cluster][one] = self.name()
        elif self.tokens[0] == '->':
            self.take()
            self.edges.append((one, self.name(), self.attributes()))
        elif one in ('graph', 'node', 'edge'):
            self.attributes()
        else:
            check(one not in self.nodes, f'{one} twice')
            self.nodes[one] = self.attributes()
            if cluster is not None:
                self.clusters[cluster]['nodes'].append(one)
        check(self.take() == ';', 'no semicolon')


def plain(label):
    """A label as it is seen, in lines."""
    lines, line, at = [], '', 0
    while at < len(label):
        c = label[at]
        if c == '\\':
            at += 1
            if label[at] in 'nlr':
                lines.append(line)
                line = ''
            else:
                line += label[at]
        else:
            line += c
        at += 1
    return [x.replace('&amp;', '&') for x in [*lines, line] if x]


def graph(t, name):
    with open(t.path(name), encoding='utf-8') as f:
        text = f.read()
    if shutil.which('dot') is not None:
        r = subprocess.run(['dot', '-Tsvg', t.path(name)], capture_output=True, timeout=60, check=False)
        check(r.returncode == 0 and not r.stderr, r.stderr.decode())
        check(b'<svg' in r.stdout, 'no picture')
    return Graph(text)


# ---- Machines ----

DOOR = '''event eOpen; event eClose; event eLock: int; event eKnock; event eTick;
fun Slam() { goto_closed(); }
machine Main {
  start state Closed {
    entry { }
    on eOpen goto Open;
    on eLock do (n: int) { if (n > 1) { goto Locked, n; } else { bolt(); } }
    defer eClose;
    ignore eKnock, eTick;
  }
  state Open {
    exit { }
    on eClose goto Closed with { print "bang"; }
    on eKnock do { print "come in"; }
    on eLock do (n: int) { receive { case eTick: { goto Locked, n; } } }
  }
  state Locked {
    entry (n: int) { if (n == 7) { goto Closed; } }
    ignore eOpen, eClose, eLock, eKnock, eTick;
  }
  fun bolt() { deeper(); }
  fun deeper() { goto Locked, 3; }
}
spec Quiet observes eKnock {
  start cold state Silence { on eKnock goto Noise; }
  hot state Noise { on eKnock goto Silence; }
}
test tDoor [main=Main]: assert Quiet in { Main };
'''.replace('fun Slam() { goto_closed(); }\n', '')


@cases(('compile', 'compile'), ('check', 'check'))
def machines(t, command):
    t.write('a.p', DOOR)
    t.run(command, '-q', '-Woff', 'a.p', '--dot=a.dot').expect(0, '', '')
    g = graph(t, 'a.dot')
    check(g.clusters['cluster_Main'] == {
        'label': 'machine Main', 'nodes': ['Main', 'Main.Closed', 'Main.Open', 'Main.Locked']}, f'{g.clusters}')
    check(g.clusters['cluster_Quiet'] == {
        'label': 'spec Quiet', 'style': 'dashed', 'nodes': ['Quiet', 'Quiet.Silence', 'Quiet.Noise']},
        f'{g.clusters}')
    found = sorted((a, b, x.get('label')) for a, b, x in g.edges)
    wanted = sorted([
        ('Main', 'Main.Closed', None), ('Quiet', 'Quiet.Silence', None),
        ('Main.Closed', 'Main.Open', 'eOpen'), ('Main.Closed', 'Main.Locked', 'eLock'),
        ('Main.Open', 'Main.Closed', 'eClose'), ('Main.Open', 'Main.Locked', 'eLock'),
        ('Main.Locked', 'Main.Closed', 'entry'), ('Quiet.Silence', 'Quiet.Noise', 'eKnock'),
        ('Quiet.Noise', 'Quiet.Silence', 'eKnock')], key=str)
    check(sorted(found, key=str) == wanted, f'{found}')
    labels = {k: plain(x['label']) for k, x in g.nodes.items() if 'label' in x}
    check(labels == {
        'Main.Closed': ['Closed', 'entry', 'on eLock', 'defer eClose', 'ignore eKnock, eTick'],
        'Main.Open': ['Open', 'exit', 'on eLock, eKnock'],
        'Main.Locked': ['Locked', 'entry', 'ignore eOpen, eClose, eLock, eKnock, eTick'],
        'Quiet.Silence': ['Silence (cold)'], 'Quiet.Noise': ['Noise (hot)']}, f'{labels}')
    check(g.nodes['Quiet.Noise']['style'] == 'rounded,bold', f'{g.nodes}')


@test
def machines_of_a_wrong_model(t):
    t.write('a.p', 'event e\n')
    t.compile('-q', 'a.p', '--dot=a.dot').expect(2, '')
    check(not shutil.os.path.exists(t.path('a.dot')), 'a graph of nothing')


@test
def machines_with_a_long_chain_of_calls(t):
    t.write('a.p', 'machine Main {\n  start state S { entry { f0(); } }\n  state T { }\n' + ''.join(
        f'  fun f{i}() {{ f{i + 1}(); }}\n' for i in range(30_000)) + '  fun f30000() { goto T; }\n}\n')
    t.compile('-q', '-Woff', 'a.p', '--dot=a.dot').expect(0)
    check(('Main.S', 'Main.T', {'label': 'entry'}) in Graph(open(t.path('a.dot')).read()).edges, 'no edge')


@test
def graph_to_standard_output(t):
    t.write('a.p', PING)
    r = t.compile('a.p', '--dot=-').expect(0)
    check(Graph(r.out).nodes.keys() == {'Main', 'Main.Init', 'Server', 'Server.Wait'}, r)
    check(r.err.startswith('ok: '), r)


# ---- States ----

# A creation waits behind a message; what one sends to two is in one box.
BOXES = '''event eA; event eB;
machine Main {
  start state S {
    entry { var k: machine; k = new Kid(); send k, eA; new Kid(); send k, eB; }
  }
}
machine Kid { start state S { ignore eA, eB; } }
'''


@test
def states_show_what_is_under_way(t):
    t.write('a.p', BOXES)
    t.check('-q', 'a.p', '--dot-states=a.dot').expect(0)
    found = [y for x in graph(t, 'a.dot').nodes.values() for y in plain(x['label'])]
    check('Main(1): S; sends eA, creates Kid(1.2), sends eB' in found, f'{found}')


@cases(('ping', PING, []), ('fine', OUTCOMES, ['-t', 'tFine']), ('param', PARAMS, ['-t', 'tPlain']),
       ('crash', PING, ['--faults=crash=1:Server', '--no-deadlock']), ('loss', PING, ['--faults=loss=1', '--no-deadlock']),
       ('bag', FIFO.replace('assert n > last;', ''), ['--network=bag']),
       ('causal', FIFO, ['--network=causal']), ('dup', PONGS.replace('MOST', '9').replace('got < 3', 'got < 9'), ['--faults=dup=2']),
       ('boxes', BOXES, []), ('loop', LASSO.replace('assert Finishes in ', ''), []), ('choices', 'machine Main { var x: int; start state S '
        '{ entry { x = choose(9); if ($) { x = 0; } assert x >= 0; } } }\n', []))
def states(t, model, options):
    """As many states, moves and ends as the engine counts."""
    t.write('a.p', model)
    t.check('-q', '-Woff', 'a.p', *options, '--dot-states=a.dot', '--json=out.json').expect(0)
    [x] = t.json('out.json')['results']
    g = graph(t, 'a.dot')
    check(x['verdict'] == 'exhausted' and len(g.nodes) == x['states'], f'{len(g.nodes)} of {x["states"]} states')
    check(len(g.edges) == x['transitions'], f'{len(g.edges)} of {x["transitions"]} moves')
    ends = [k for k, y in g.nodes.items() if y.get('peripheries') == '2']
    check(len(ends) == x['terminal'], f'{len(ends)} of {x["terminal"]} ends')
    if not options:  # faults are no reason for a run to go on
        check(ends == [k for k in g.nodes if k not in {a for a, _, _ in g.edges}], 'ends')
    check([k for k, y in g.nodes.items() if 'penwidth' in y] == ['s0'], 'the beginning')
    check(not any('color' in y for y in g.nodes.values()), 'something is wrong')


@test
def states_by_hand(t):
    t.write('a.p', 'event eGo;\nmachine Main { start state A { entry { send this, eGo; } on eGo goto B; }\n'
            'state B { entry { if ($) { raise halt; } } } }\n')
    t.check('-q', '-Woff', 'a.p', '--dot-states=a.dot').expect(0)
    g = graph(t, 'a.dot')
    check([plain(x['label']) for x in g.nodes.values()] == [
        ['Main(1): A, about to start'], ['Main(1): A; sends eGo'], ['Main(1): B'], ['Main(1): halted']] or
        [plain(x['label']) for x in g.nodes.values()] == [
        ['Main(1): A, about to start'], ['Main(1): A; sends eGo'], ['Main(1): halted'], ['Main(1): B']],
        f'{g.nodes}')
    check([(a, b) for a, b, _ in g.edges] == [('s0', 's1'), ('s1', 's2'), ('s1', 's3')], f'{g.edges}')
    check(plain(g.edges[0][2]['label']) == ['Main(1) starts'], f'{g.edges}')


@test
def states_that_are_wrong(t):
    t.write('a.p', 'event eGo;\nmachine Main { start state A { entry { if ($) { assert false, "a \\"b\\" \\\\n &lt;"; } '
            'else { receive { case eGo: { } } } } } }\n')
    t.check('-q', '-Woff', 'a.p', '--dot-states=a.dot').expect(1)
    g = graph(t, 'a.dot')
    check(plain(g.nodes['v0']['label']) == ['assertion failed: a "b" \\n &lt;'], f'{g.nodes}')
    check(g.nodes['v0']['color'] == 'red', f'{g.nodes}')
    check(g.nodes['s1']['xlabel'] == 'deadlock' and g.nodes['s1']['color'] == 'red', f'{g.nodes}')
    check({(a, b) for a, b, _ in g.edges} == {('s0', 'v0'), ('s0', 's1')}, f'{g.edges}')


@test
def states_of_a_spec_that_fails_at_once(t):
    t.write('a.p', 'event e;\nmachine Main { start state S { } }\n'
            'spec Never observes e { start state S { entry { assert false, "no"; } } }\n')
    t.check('-q', '-Woff', 'a.p', '--dot-states=a.dot').expect(1)
    check(plain(graph(t, 'a.dot').nodes['v0']['label']) == ['assertion failed: no'], 'no node')


@cases(('endless', COUNT, [], 'DefaultImpl has more than 500 states, too many to draw'),
       ('many', RACE_HOLDS, [], 'DefaultImpl has more than 500 states, too many to draw'),
       ('ways', 'machine Main { var x: int; var y: int; start state S { entry { x = choose(10000); '
        'y = choose(10000); assert x + y >= 0; } } }\n', [], 'a step of DefaultImpl has too many outcomes'),
       ('several', OUTCOMES, [], 'the model has 5 tests; choose one with --test'),
       ('no-main', 'machine A { start state S { } }\nimplementation iNone: { A };\n', [],
        'the test has no main machine'))
def states_that_cannot_be_drawn(t, model, options, why):
    t.write('a.p', model)
    t.check('-Woff', 'a.p', *options, '--dot-states=a.dot').expect(2, '', f'synod: error: --dot-states: {why}\n')
    check(not shutil.os.path.exists(t.path('a.dot')), 'a graph all the same')


def counted(states):
    """A chain of so many states."""
    return COUNT.replace('send this, eNext, k + 1;', f'if (k < {states - 3}) {{ send this, eNext, k + 1; }}')


def width(t, text):
    """Of the picture, in points."""
    t.write('x.dot', text)
    r = subprocess.run(['dot', '-Tsvg', t.path('x.dot')], capture_output=True, timeout=60, check=True)
    return int(re.search(rb'<svg width="(\d+)pt"', r.stdout)[1])


@test
def some_hundred_states_fit_on_a_screen_that_scrolls(t):
    """Side by side, the states of one depth would make a strip that nobody can look at."""
    if shutil.which('dot') is None:
        raise Skip('no Graphviz')
    t.write('a.p', grid(4, 3))
    t.check('-q', '-Woff', 'a.p', '--dot-states=a.dot').expect(0)
    with open(t.path('a.dot'), encoding='utf-8') as f:
        text = f.read()
    found = width(t, text), width(t, text.replace('rankdir=LR', 'rankdir=TB'))
    check(found[0] < 10000 and 2 * found[0] < found[1], f'{found}')


@test
def states_up_to_the_limit(t):
    t.write('a.p', counted(500))
    t.check('-q', '-Woff', 'a.p', '--dot-states=a.dot').expect(0)
    check(len(graph(t, 'a.dot').nodes) == 500, 'not 500')
    t.write('a.p', counted(501))
    t.check('-q', '-Woff', 'a.p', '--dot-states=a.dot').expect(2, '')


if __name__ == '__main__':
    sys.exit(harness.main())
