#!/usr/bin/env python3
"""Models in IceT, from the command line: proofs for any number of processes, and why there
is none.  How to run it: harness.py."""
import json
import os
import re
import signal
import sys
import time
import xml.etree.ElementTree as ElementTree

sys.dont_write_bytecode = True
import harness
import sarif_rules
from harness import Skip, cases, check, test
from models import PING

try:
    from jsonschema import Draft202012Validator
except ImportError:
    Draft202012Validator = None

GOOD = '''message ping(pid);
message pong;
proc master {
    for w in W { send ping(self) to w; }
    for w in W { receive pong from w; }
}
proc worker[W] {
    receive ping(who);
    send pong to who;
}
'''
ALONE = '''message hello(int);
proc one { send hello(7) to other; }
proc other { receive hello(n); assert n == 7; }
'''
LEFT_OVER = '''message news(int);
proc editor {
    for r in R { send news(1) to r; send news(2) to r; }
}
proc reader[R] { receive news(n); }
'''
DEADLOCK = '''message ask(pid);
message answer;
proc client { send ask(self) to server; receive answer; }
proc server { receive ask(who); receive answer; send answer to who; }
'''
RACE = '''message job(int);
proc log {
    receive job(first);
    receive job(second);
    assert first == 1;
}
proc a { send job(1) to log; }
proc b { send job(2) to log; }
'''
# Nothing goes wrong in it.
HARMLESS = RACE.replace('    assert first == 1;\n', '')
# Wrong for one integer, and for those below 0.
ODD = '''message value(int);
proc main { receive value(x) from worker; assert x != 77, "odd"; }
proc worker { var x: int = nondet; send value(x) to main; }
'''
OVERDRAWN = '''message deposit(int);
proc bank { var balance = 0; receive deposit(n); balance = balance + n; assert balance >= 0, "overdrawn"; }
proc client { var n: int = nondet; send deposit(n) to bank; }
'''
# Right, with an integer that may be any; there is no proof.
FREE = HARMLESS.replace('send job(1)', 'var n: int = nondet; send job(n)')
ONLY = 'only -1, 0, 1, 2 and 3 were tried for unknown integers'
EMPTY = '''message hello;
proc host { receive hello from G; }
proc guest[G] { send hello to host; }
'''
STATEFUL = '''message turn;
proc referee {
    var first = true;
    for p in P {
        if (first) { send turn to p; }
        first = false;
    }
}
proc player[P] { receive turn; }
'''
ASSERT = '''message vote(bool);
proc chair {
    var yes = 0;
    for _ in V {
        receive vote(v) from V;
        if (v) { yes = yes + 1; }
    }
    assert yes == |V|, "not everybody agrees";
}
proc voter[V] {
    var v: bool = nondet;
    send vote(v) to chair;
}
'''
NOBODY = '''message work;
proc boss { send work to nobody; }
reactive proc worker[W] { while true { receive work; } }
'''
# Right, and explored for ever: two receivers of free choices.
SLOW = '''message go(int);
proc a { for x in X { for y in X { var n: int = nondet; send go(n) to b; } } }
proc c { for x in X { for y in X { var n: int = nondet; send go(n) to b; } } }
proc b { for x in X { for y in X { receive go(_); receive go(_); } } }
reactive proc x[X] { while true { receive go(_); } }
'''
SIZES = '''index K;
message unit(int);
proc boss { for k in K { for w in W { send unit(k) to w; } } }
proc worker[W >= 1] { for k in K { receive unit(n); } }
'''


def read(t, name):
    with open(t.path(name), encoding='utf-8') as f:
        return f.read()


def validate(data):
    if Draft202012Validator is None:
        raise Skip('no python3-jsonschema')
    with open(f'{harness.ROOT}/docs/synod.schema.json', encoding='utf-8') as f:
        for error in Draft202012Validator(json.load(f)).iter_errors(data):
            raise harness.Failure(f'{list(error.path)}: {error.message[:500]}')


def document(t, *args, code):
    t.check('-q', *args, '--json=out.json').expect(code)
    data = t.json('out.json')
    validate(data)
    return data


# ---- Verdicts ----

@cases(('set', GOOD, 'for any number of processes of W;'),
       ('least', GOOD.replace('[W]', '[W >= 2]'), 'for any number of processes of W (at least 2);'),
       ('two', GOOD + 'index K;\n', 'for any number of processes of W and any K;'),
       ('three', GOOD + 'index K;\nindex L >= 1;\n', 'for any number of processes of W and any K and L (at least 1);'),
       ('sets', GOOD + 'reactive proc a[A] { while true { receive pong; } }\nproc b[B] { }\n',
        'for any number of processes of W, A and B;'),
       ('index', ALONE + 'index K;\n', 'for any K;'), ('none', ALONE, 'for every order of messages, with one instance of each process;'))
def what_holds(t, model, words):
    t.write('a.icet', model)
    r = t.check('a.icet').expect(0, err='')
    check(re.fullmatch(rf'a\.icet: holds {re.escape(words)} \d+ rules, \d+\.\d\d ms\n', r.out), r)


# kind, line, exit code, and what of an instance is told
FAILURES = [
    ('unreceived', LEFT_OVER, 3, 1, 'violated with 1 reader: unread messages at a.icet:3: news(2)'),
    ('deadlock', DEADLOCK, 4, 1, 'violated: deadlock at a.icet:3: client waits for answer'),
    ('race', RACE, 3, 1, 'violated: assertion failed at a.icet:5'),
    ('race', HARMLESS, 3, 3, 'exploration found no failure'),
    ('empty', EMPTY, 2, 1, 'violated with 0 guests: deadlock at a.icet:2'),
    ('stateful', STATEFUL, 4, 1, 'violated with 2 players: deadlock at a.icet:9'),
    ('assert', ASSERT, 8, 1, 'violated with 1 voter: assertion failed at a.icet:8: not everybody agrees'),
    ('nobody', NOBODY, 2, 1, 'violated with 0 workers: no such process at a.icet:2'),
]


HOW_FAR = '  the sequential program so far:\n    ', '  nothing could be sequentialised\n'


@cases(*((f'{x[0]}-{x[3]}', *x) for x in FAILURES))
def what_fails(t, kind, model, line, code, words):
    t.write('a.icet', model)
    r = t.check('a.icet').expect(code, err='').has(words).lacks('error')
    check(('the model fails:\n    1  ' in r.out) == (code == 1), r)
    check(('may be right, but this method cannot prove it' in r.out) == (code == 3), r)
    check(('\n  what is left:\n' in r.out and any(x in r.out for x in HOW_FAR)) == (code == 3), r)
    t.check('a.icet', '--show-program').expect(code, err='').has('\n  what is left:\n')
    x, = document(t, 'a.icet', code=code)['results']
    check((x['proof']['kind'], x['proof']['line']) == (kind, line), f'{x["proof"]}')
    check(x['verdict'] == ('violated' if code == 1 else 'unknown'), x['verdict'])


@test
def a_fault_that_is_also_in_the_way_is_told_once(t):
    t.write('a.icet', LEFT_OVER)
    r = t.check('a.icet').expect(1, err='').lacks('is never received', 'the sequential program so far:', 'what is left:')
    check(r.out.startswith('''a.icet: violated with 1 reader: unread messages at a.icet:3: news(2) of editor to reader 1
  with 1 reader the model fails:
    1  editor starts
         sends news(1) to reader 1                                      a.icet:3
'''), r)
    check(r.out.endswith('''
  this is also why there is no proof
  (--show-program prints the sequential program so far, and what is left)
'''), r)
    r = t.check('a.icet', '--show-program').expect(1, err='').lacks('(--show')
    check(r.out.endswith('''
  this is also why there is no proof
  the sequential program so far:
    for r in R {
        r.n = 1                             // news from editor
    }
  what is left:
    editor has finished
    every reader has finished; not received: news from editor
'''), r)


@test
def the_first_runs_are_shown(t):
    for name in 'abcd':
        t.write(f'{name}.icet', ASSERT)
    r = t.check('a.icet', 'b.icet', 'c.icet', 'd.icet', '--max-traces=1').expect(1)
    check(r.out.count('the model fails:') == 1 and len(re.findall(r'^[abcd]\.icet: violated with ', r.out, re.M)) == 4, r)
    r.has('d.icet: violated with 1 voter: assertion failed at d.icet:8: not everybody agrees\n'
          '3 more traces are not shown; --max-traces=4 shows them\n4 models: 4 violated\n')


@test
def a_run_comes_before_why_there_is_no_proof(t):
    t.write('a.icet', STATEFUL)
    r = t.check('a.icet').expect(1, err='')
    check(r.out.startswith('''a.icet: violated with 2 players: deadlock at a.icet:9: player 2 waits for turn
  with 2 players the model fails:
    1  referee starts
'''), r)
    check(re.search(r'''
  there is no proof because:
a\.icet:4:5: note: [^\n]*
    4 \|     for p in P {
      \|     \^~~
(.*\n)*  \(--show-program prints the sequential program so far, and what is left\)
\Z''', r.out), r)


@test
def the_same_kind_elsewhere_is_told(t):
    """The instance names the client, which waits at line 3; the prover the server, at line 4."""
    t.write('a.icet', DEADLOCK)
    t.check('a.icet').expect(1, err='').has('deadlock at a.icet:3: ', '  there is no proof because:\na.icet:4:33: note: ')


@test
def without_a_run_why_there_is_no_proof_comes_first(t):
    t.write('a.icet', HARMLESS)
    r = t.check('a.icet').expect(3, err='').lacks('error', '--show-program')
    check(re.match(r'''a\.icet: unknown: no proof \(race\): [^\n]*
a\.icet:3:5: note: log can receive job [^\n]*
    3 \|     receive job\(first\);
''', r.out), r)


@test
def notes_and_hints(t):
    t.write('a.icet', RACE)
    t.check('a.icet').has('a.icet:7:10: note: a sends it here\n    7 | proc a', 'a.icet:8:10: note: b sends it here')
    t.write('a.icet', EMPTY)
    t.check('a.icet').has('      = hint: if the set is never empty, say so: `proc guest[G >= 1]`\n')
    x, = document(t, 'a.icet', code=1)['results']
    check('[G >= 1]' in x['proof']['hint'] and x['options']['sizes'] == {'G': 0}, f'{x}')


@cases(('y', 'proxy', '2 proxies'), ('x', 'box', '2 boxes'), ('ey', 'key', '2 keys'), ('s', 'witness', '2 witnesses'))
def plurals(t, name, many):
    t.write('a.icet', STATEFUL.replace('player', name))
    t.check('-q', 'a.icet').expect(1).has(f'violated with {many}: deadlock')


# ---- Several, folders, quiet ----

@test
def several_files(t):
    t.write('a.icet', GOOD)
    t.write('b.icet', HARMLESS)
    t.write('c.icet', DEADLOCK)
    r = t.check('a.icet', 'b.icet', 'c.icet').expect(1)
    check([x.split(':')[0] for x in r.out.splitlines() if re.match(r'\w\.icet: ', x)] == ['a.icet', 'b.icet', 'c.icet'], r)
    r.has('\n3 models: 1 unknown, 1 proved, 1 violated\n')
    t.check('a.icet', 'b.icet').expect(3).has('2 models: 1 unknown, 1 proved')
    t.check('a.icet', 'a.icet').expect(0).lacks('models')
    r = t.check('-q', 'a.icet', 'b.icet', 'c.icet').expect(1, err='')
    check(len(r.out.splitlines()) == 2, r)
    t.check('-q', 'a.icet').expect(0, '', '')


@test
def the_first_violation_can_be_enough(t):
    t.write('a.icet', GOOD)
    t.write('b.icet', DEADLOCK)
    t.write('c.icet', GOOD)
    r = t.check('a.icet', 'b.icet', 'c.icet', '--fail-fast', '--json=out.json').expect(1, err='')
    r.has('--fail-fast: 1 model not checked: c.icet\n').lacks('c.icet: ')
    check([x['verdict'] for x in t.json('out.json')['results']] == ['proved', 'violated', 'unknown'], 'others')
    t.check('-q', 'a.icet', 'b.icet', 'c.icet', '--fail-fast').expect(1, err='').lacks('c.icet', 'not checked')


@test
def folders(t):
    t.write('models/b.icet', GOOD)
    t.write('models/deep/a.icet', ALONE)
    t.write('models/.hidden.icet', 'nonsense')
    t.write('models/notes.txt', 'nonsense')
    r = t.check('models').expect(0)
    check([x.split(':')[0] for x in r.out.splitlines()[:2]] == ['models/b.icet', 'models/deep/a.icet'], r)
    t.check(cwd=os.path.join(t.folder, 'models')).expect(0).has('./b.icet: holds')
    t.write('models/c.p', PING)
    note = 'models: note: this folder has P models, so its IceT models are not checked; name their files to check them\n'
    t.check('-Woff', 'models').expect(0, err=note).has('exhausted')
    t.check('-Woff', 'models/c.p').expect(0, err='')
    t.check('-Woff', '-q', 'models').expect(0, err='')
    t.compile('-Woff', 'models').expect(0, err=note)
    t.check('-Woff', cwd=os.path.join(t.folder, 'models')).expect(0, err=note.replace('models:', '.:', 1))
    t.check('models', 'models/b.icet').expect(2, '').has(
        'models: error: this folder has models in P, too; name the .icet files')
    t.write('in-p/a.p', PING)
    t.check('in-p', 'models/b.icet').expect(2, '').has('in-p: error: this is P; P and IceT models cannot be checked together')
    t.write('none/a.txt', '')
    t.check('none').expect(2, '').has('none: error: no .p or .icet files in this folder or below')
    t.check('none', 'models/b.icet').expect(2, '').has('none: error: no .icet files in this folder or below')


@test
def links_that_lead_in_circles(t):
    t.write('models/a.icet', GOOD)
    os.symlink('.', os.path.join(t.folder, 'models', 'again'))
    t.check('-q', 'models').expect(0)


@test
def links_to_other_folders(t):
    t.write('models/a.icet', GOOD)
    t.write('other/b.icet', 'proc {')
    os.symlink('../other', os.path.join(t.folder, 'models', 'link'))
    t.check('-q', 'models').expect(0)
    t.check('-q', 'models/link').expect(2).has('models/link/b.icet:')


# ---- Wrong input ----

@cases(('syntax', 'proc {', "a.icet:1:6: error: "), ('type', ALONE.replace('7)', 'self)'), 'a.icet:2:23: error: expected int, found pid'),
       ('empty', '', 'a.icet: error: this file declares no process'))
def wrong_models(t, model, words):
    t.write('a.icet', model)
    t.check('a.icet').expect(2, '').has(words)
    t.compile('a.icet').expect(2, '').has(words)
    data = document(t, 'a.icet', code=2)
    check(data['results'] == [] and data['messages'][0]['kind'] == 'error', f'{data}')


@test
def one_that_is_wrong_stops_all(t):
    t.write('a.icet', GOOD)
    t.write('b.icet', 'proc {')
    t.check('a.icet', 'b.icet').expect(2, '').has('b.icet:1:6: error: ')
    r = t.check('--message-format=json', 'b.icet').expect(2, '')
    check(json.loads(r.err.splitlines()[0])['file'] == 'b.icet', r)
    t.check('b.icet', '--junit=out.xml').expect(2)
    check('b.icet:1:6: error' in read(t, 'out.xml'), read(t, 'out.xml'))


@cases(('missing', ['a.icet', 'none.icet'], 'none.icet: error: cannot open: No such file'),
       ('p', ['a.icet', 'b.p'], 'b.p: error: this is P; P and IceT models cannot be checked together'),
       ('c', ['a.icet', 'b.c'], "'a.icet' is not a C file"))
def wrong_inputs(t, args, words):
    t.write('a.icet', GOOD)
    t.write('b.p', PING)
    t.write('b.c', 'int main(void) { return 0; }')
    t.check(*args).expect(2, '').has(words)


@cases(('explicit', ['--engine=explicit'], '--engine=explicit does not support IceT; use sequential'),
       ('sample', ['--engine=sample'], '--engine=sample does not support IceT; use sequential'),
       ('sizes', ['--sizes=W=2'], '--sizes: only with --engine=dpor'),
       ('show', ['--engine=dpor', '--sizes=W=2', '--show-program'], '--show-program: only with --engine=sequential'),
       ('derivation', ['--engine=dpor', '--sizes=W=2', '--derivation'], '--derivation: only with --engine=sequential'),
       ('test', ['-t', 'tc'], '--test: a model in IceT has no tests; name its file'),
       ('network', ['--network=bag'], "'--network' does not apply to models in IceT"),
       ('letter', ['-j', '2'], "'--threads' does not apply to models in IceT"),
       ('letter-value', ['-j2'], "'--threads' does not apply to models in IceT"),
       ('engine', ['--engine=sequential', '-j2'], "'--threads' does not apply to --engine=sequential"),
       ('bound-dpor', ['--engine=dpor', '--sizes=W=2', '--bound=2'], '--bound: only with --engine=sequential'),
       ('time-dpor', ['--engine=dpor', '--sizes=W=2', '--instance-time=2'], '--instance-time: only with --engine=sequential'),
       ('nonsense', ['-y'], "unknown option '-y'"),
       ('spelling', ['--bond=2'], "unknown option '--bond'; did you mean '--bound'?"),
       ('bound', ['--bound=11'], "option '--bound' needs a number from 0 to 10, not '11'"),
       ('time', ['--instance-time=x'], "option '--instance-time' needs a time such as 90, 90s"))
def wrong_options(t, args, words):
    t.write('a.icet', GOOD)
    t.check('a.icet', *args).expect(2, '').has(f'synod: error: {words}')


@cases(('bound', ['--bound', '2'], "'--bound' applies only to models in IceT and to --engine=sequential"),
       ('derivation', ['--derivation'], "'--derivation' applies only to models in IceT and to --engine=sequential"),
       ('network', ['--engine', 'sequential', '--network=bag'], "'--network' does not apply to --engine=sequential"),
       ('spelling', ['--bond=2'], "unknown option '--bond'"))
def wrong_options_of_p(t, args, words):
    t.write('a.p', P)
    t.check('a.p', *args).expect(2, '').has(f'synod: error: {words}')
    t.run(*args, 'check', 'a.p').expect(2, '').has(f'synod: error: {words}')


@cases(('txt', 'a.txt', []), ('none', 'a', []), ('p', 'a.p', []), ('engine', 'a.p', ['--engine=sequential']))
def another_name(t, name, args):
    text = f'{name}: error: this looks like IceT; the name of such a file ends in .icet\n'
    t.write(name, '// A model.\n' + GOOD)
    r = t.check(name, *args).expect(2, '')
    check(r.err.startswith(text), r)
    t.write(name, 'machine {')
    t.check(name, *args).expect(2, '').lacks('IceT')


@test
def not_with_other_commands(t):
    t.write('a.icet', GOOD)
    t.run('watch', 'a.icet', limit=10).expect(2, '').has("'synod watch' does not take models in IceT")
    t.run('explore', 'a.icet').expect(2, '').has("'synod explore' does not take models in IceT")
    t.write('b.icet', LEFT_OVER)
    t.check('-q', 'b.icet', '--json=out.json').expect(1)
    t.replay('out.json').expect(2, '').has("cannot replay 'out.json': it belongs to a model in IceT: run synod check again")


@cases(('needs a value', ['a.icet', '--show'], "option '--show' needs a value (NAMES)"),
       ('takes the file of another folder', ['--show', 'b/a.icet', 'a.p'], "option '--show' takes names, not 'b/a.icet'; "
        "'--show-program' prints the sequential program of a model in IceT"),
       ('names', ['a.icet', '--show=x'], "'--show' does not apply to models in IceT; did you mean '--show-program'?"))
def show_is_for_traces(t, args, words):
    t.write('a.icet', GOOD)
    t.write('a.p', P)
    t.check(*args).expect(2, '').has(words)


@test
def compile_writes_sarif(t):
    t.write('a.icet', 'proc {')
    t.compile('a.icet', '--sarif=out.sarif').expect(2, '')
    check('"ruleId": "compile-error"' in read(t, 'out.sarif'), read(t, 'out.sarif'))
    t.compile('a.icet', '--dump-ir').expect(2, '').has("'--dump-ir' does not apply to models in IceT")


@test
def compiled(t):
    t.write('a.icet', GOOD)
    t.compile('a.icet').expect(0, 'a.icet: ok: 2 processes, 2 messages\n', '')
    t.compile('-q', 'a.icet').expect(0, '', '')


# ---- --show-program and --derivation ----

SHOWN = [
    ('loops', GOOD, '''
    for w in W {
        w.who = master                      // ping from master
    }
    for w2 in W {
        // master gets pong from w2
    }
'''),
    ('single', ALONE, '''
    other.n = 7                             // hello from one
    assert other.n == 7
'''),
    ('nothing', 'proc a { }\n', None),
    ('constructors', '''type answer = Yes(int, pid) | No;
message ask(pid, int);
message tell(answer);
proc client {
    send ask(self, 3) to server;
    receive tell {
        Yes(n, who) => { assert n == 3 && who == server, "another one"; }
        No => { }
    }
}
proc server {
    receive ask(who, n);
    if (*) { send tell(Yes(n, self)) to who; } else { send tell(No) to who; }
}
''', '''
    server.who = client                     // ask from client
    server.n = 3
    if (*) {                                // server decides
        client.tell = Yes(server.n, server) // tell from server
        if (client.tell is Yes) {
            client.n = client.tell.Yes.0
            client.who = client.tell.Yes.1
            assert client.n == 3 && client.who == server  // another one
        }
    } else {
        client.tell = No                    // tell from server
    }
'''),
    ('any-order', '''message vote(int);
proc chair {
    var sum = 0;
    for _ in V { receive vote(n) from V; sum = sum + (n - (1 - 2)) * 3; }
}
proc voter[V] { var n: int = nondet; send vote(n) to chair; }
''', '''
    for each voter v2 in any order {
        chair.n = v2.vote                   // vote from v2
        chair.sum = chair.sum + (chair.n - (1 - 2)) * 3
    }
'''),
    ('kept', '''message a(int);
message b(int, bool);
proc one { var x = 1; send a(x) to two; x = 2; send b(x, !(x < 3 || x == 7)) to two; x = -x; }
proc two { receive b(y, ok); receive a(z); assert z < y && !ok; }
''', '''
    one.x = 1
    one.a = one.x                           // sent
    one.x = 2
    one.b = (one.x, !(one.x < 3 || one.x == 7))  // sent
    one.x = -one.x
    (two.y, two.ok) = one.b                 // b from one
    two.z = one.a                           // a from one
    assert two.z < two.y && !two.ok
'''),
    ('else-if', '''type t = A | B(int) | C(int, int);
message say(t);
message done(int);
proc one { var x: t = nondet; send say(x) to two; receive done(n); }
proc two {
    receive say {
        A => { send done(0) to one; }
        B(i) => { send done(i) to one; }
        C(i, k) => { send done(i * (k + 1)) to one; }
    }
}
''', '''
    one.x = any t
    two.say = one.x                         // say from one
    if (two.say is A) {
        one.n = 0                           // done from two
    } else if (two.say is B) {
        two.i = two.say.B
        one.n = two.i                       // done from two
    } else {
        two.i = two.say.C.0
        two.k = two.say.C.1
        one.n = two.i * (two.k + 1)         // done from two
    }
'''),
    ('heap', '''index K;
type job = Unit(int) | Stop;
message want(pid);
message result(pid, int);
message work(job);
proc queue {
    for k in K { receive want(who); send work(Unit(k)) to who; }
    for _ in M { receive want(who); send work(Stop) to who; }
}
proc mapper[M >= 1] {
    while true {
        send want(self) to queue;
        receive work { Unit(k) => { send result(self, k) to sink; } Stop => { break; } }
    }
}
proc sink { for _ in K { receive result(_, n); } }
''', '''
    for k in K {
        let m1 be any mapper
        queue.who = m1                      // want from m1
        m1.k = k                            // work from queue
        sent1 += (m1, m1.k)                 // result of m1
    }
    for each mapper m2 in any order {
        queue.who = m2                      // want from m2
        // m2 gets work from queue
    }
    for _ in K {
        (_, sink.n) = any of sent1          // result
    }
'''),
    ('chosen', '''message job(pid);
message done;
reactive proc desk { while true { receive job(c); var w: pid = nondet W; send job(c) to w; } }
reactive proc worker[W >= 1] { while true { receive job(c); send done to c; } }
proc client[C] { send job(self) to desk; receive done; }
''', '''
        desk.c = c1                         // job from c1
        desk.w = any of W
        let w1 be desk.w
        w1.c = desk.c                       // job from desk
        // c1 gets done from w1
'''),
]


@cases(*SHOWN)
def shown(t, model, lines):
    t.write('a.icet', model)
    t.check('a.icet').expect(0).lacks('the equivalent sequential program', 'the sequential program is empty')
    for args in ['check', 'a.icet', '--show-program'], ['--show-program', 'check', 'a.icet'], ['check', '--show-program', 'a.icet']:
        r = t.run(*args).expect(0, err='')
        if lines is not None:
            r.has(lines)
            r.has('  the equivalent sequential program:\n')
    if model == 'proc a { }\n':
        r.has('\n  the sequential program is empty\n')
    program = document(t, 'a.icet', code=0)['results'][0]['proof']['program']
    if lines is not None:
        check(' '.join(lines.split()) in ' '.join(program.split()), program)


@test
def derivations(t):
    t.write('a.icet', GOOD)
    r = t.check('a.icet', '--derivation').expect(0, err='').has(
        '  the derivation:\n', ' for      master: for w in W\n', ' w leaves every worker, for master\n',
        ' send     master to w: send ping(self) to w\n', ' receive  w from master: receive ping(who)\n').lacks('an unknown unit')
    numbers = [int(x.split()[0]) for x in r.out.splitlines()[2:]]
    check(numbers == list(range(1, len(numbers) + 1)), r)
    t.write('a.icet', SHOWN[3][1])
    t.check('a.icet', '--derivation').expect(0).has(' branch   server: if (*)\n', '  then\n', '  else\n')
    t.write('a.icet', DEADLOCK)
    t.check('a.icet', '--derivation').expect(1).has('  the derivation so far:\n       1 ')
    t.write('a.icet', 'proc a { }\n')
    t.check('a.icet', '--derivation').expect(0).has('no rule was applied')


# ---- Instances ----

@test
def bounds(t):
    t.write('a.icet', STATEFUL)
    t.check('-q', 'a.icet', '--bound=1').expect(3).has('with at most 1 in each set, no instance fails')
    t.check('-q', 'a.icet', '--bound=2').expect(1)
    t.check('-q', 'a.icet', '--instance-time=0').expect(3).has('no instance was explored')
    t.check('-q', 'a.icet', '--bound=2', '--max-time=60').expect(1)
    x, = document(t, 'a.icet', '--bound=1', '--instance-time=7', code=3)['results']
    check(x['options'] == {'bound': 1, 'instance_time': 7, 'sizes': {}}, f'{x}')
    check(x['proof']['instances'] == 2 and x['command'] == 'synod check --bound=1 --instance-time=7 a.icet', f'{x}')


@cases(('instance', ['--instance-time=1']), ('max', ['--max-time=1']))
def time_is_up(t, options):
    t.write('a.icet', SLOW)
    r = t.check('-q', 'a.icet', '--bound=4', *options).expect(3, err='').within(20)
    r.has('smaller instances do not fail; with ', ' the result is unknown (the time limit was reached)')


@test
def interrupted(t):
    t.write('a.icet', SLOW)
    t.write('b.icet', GOOD)
    child = t.start('check', 'a.icet', 'b.icet', '--bound=4', '--instance-time=60', '--json=out.json')
    harness.wait_until_caught(child, signal.SIGINT)
    time.sleep(0.7)  # so that it is in the middle of it; if not, the same is said
    child.send_signal(signal.SIGINT)
    t.finish(child, 20).expect(3).has('b.icet: not checked')
    validate(t.json('out.json'))
    check([x['reason'] for x in t.json('out.json')['results']][1] == 'not checked', 'the second is not told')


@cases(('fine', ['W=2,K=3'], 0, 'holds: exhausted, the only execution'), ('order', ['K=0,W=1'], 0, 'exhausted'))
def sizes(t, text, code, words):
    t.write('a.icet', SIZES)
    r = t.check('a.icet', '--engine=dpor', f'--sizes={text[0]}').expect(code, err='').has(words)
    check(re.search(r'\(1 worker|\(2 workers|\(K = ', r.out), r)
    x, = document(t, 'a.icet', '--engine=dpor', f'--sizes={text[0]}', code=code)['results']
    check('proof' not in x and x['engine'] == 'dpor' and x['options']['sizes']['W'] in (1, 2), f'{x}')


@test
def sizes_that_fail(t):
    t.write('a.icet', STATEFUL)
    t.check('a.icet', '--engine=dpor', '--sizes', 'P=1').expect(0)
    t.check('a.icet', '--engine', 'dpor', '--sizes=P=3').expect(1).has('violated: deadlock', '    1  referee starts')
    document(t, 'a.icet', '--engine=dpor', '--sizes=P=3', code=1)


@cases(('odd', ODD, 'nondet is 77'), ('overdrawn', OVERDRAWN, 'nondet is -1'))
def integers_that_fail(t, model, words):
    t.write('a.icet', model)
    t.check('a.icet').expect(1).has('violated: assertion failed', words)
    t.check('a.icet', '--engine=dpor').expect(1).has('violated: assertion failed', words)


@test
def free_integers_are_not_exhausted(t):
    t.write('a.icet', FREE)
    t.check('a.icet', '--engine=dpor', '--junit=out.xml').expect(3, err='').has(f'a.icet: unknown: {ONLY} after ').lacks(
        'holds', 'exhausted')
    error, = ElementTree.fromstring(read(t, 'out.xml')).iter('error')
    check(ONLY in error.get('message'), read(t, 'out.xml'))
    x, = document(t, 'a.icet', '--engine=dpor', code=3)['results']
    # five integers, and two orders
    check((x['verdict'], x['reason'], x['executions']) == ('unknown', ONLY, 10), f'{x}')


@test
def free_integers_without_a_proof(t):
    t.write('a.icet', FREE)
    x, = document(t, 'a.icet', code=3)['results']
    check(x['reason'].endswith(f'; exploration found no failure; {ONLY}'), f'{x}')
    check(x['proof']['instances'] == 1, f'{x}')
    t.write('a.icet', FREE + 'proc more[M] { }\n')
    t.check('-q', 'a.icet').expect(3).has(f'with at most 3 in each set, no instance fails; {ONLY}')
    t.check('-q', 'a.icet', '--instance-time=0').expect(3).lacks('taken')
    t.write('a.icet', HARMLESS)
    t.check('-q', 'a.icet').expect(3).lacks('taken')
    t.write('a.icet', OVERDRAWN)
    t.check('-q', 'a.icet').expect(1).lacks('taken')


@cases(('none', [], 'the size of K is missing; for example --sizes=K=2,W=2'),
       ('some', ['--sizes=W=1'], 'the size of K is missing; for example --sizes=K=2,W=2'),
       ('unknown', ['--sizes=KK=1,W=1'], "there is no set 'KK'"),
       ('twice', ['--sizes=K=1,K=1,W=1'], 'K is given twice'), ('few', ['--sizes=K=1,W=0'], 'W has at least 1'),
       ('many', ['--sizes=K=101,W=1'], "'K=101' is not a size such as A=2, at most 100"),
       ('letters', ['--sizes=K=x,W=1'], "'K=x' is not a size such as A=2"), ('bare', ['--sizes=K'], "'K' is not a size such as A=2"),
       ('negative', ['--sizes=K=-1'], "'K=-1' is not a size such as A=2"))
def wrong_sizes(t, args, words):
    t.write('a.icet', SIZES)
    t.check('a.icet', '--engine=dpor', *args).expect(2, '').has(f'synod: error: a.icet: --sizes: {words}')


# ---- Documents ----

@test
def json_of_all_verdicts(t):
    for name, model in ('a', GOOD), ('b', HARMLESS), ('c', LEFT_OVER), ('d', ALONE):
        t.write(f'{name}.icet', model)
    data = document(t, 'a.icet', 'b.icet', 'c.icet', 'd.icet', code=1)
    found = data['results']
    check([x['verdict'] for x in found] == ['proved', 'unknown', 'violated', 'proved'], f'{found}')
    check([x['test'] for x in found] == ['a.icet', 'b.icet', 'c.icet', 'd.icet'], f'{found}')
    check({x['engine'] for x in found} == {'sequential'}, f'{found}')
    check(found[0]['proof']['sets'] == [{'name': 'W', 'process': 'worker', 'at_least': 0}], f'{found[0]}')
    check(found[0]['command'] == 'synod check a.icet' and found[0]['proof']['text'] is None, f'{found[0]}')
    check(found[1]['proof']['rest'][0]['who'] == 'log' and len(found[1]['proof']['notes']) == 2, f'{found[1]}')
    check(found[2]['violation']['kind'] == 'unread' and found[2]['trace']['sizes'] == {'R': 1}, f'{found[2]}')
    r = t.check('a.icet', '--json=-').expect(0)
    check(json.loads(r.out)['results'][0]['verdict'] == 'proved' and 'holds' in r.err, r)


@test
def junit(t):
    for name, model in ('a', GOOD), ('b', HARMLESS), ('c', LEFT_OVER):
        t.write(f'{name}.icet', model)
    t.check('-q', 'a.icet', 'b.icet', 'c.icet', '--junit=out.xml').expect(1)
    root = ElementTree.fromstring(read(t, 'out.xml'))
    check((root.get('tests'), root.get('failures'), root.get('errors')) == ('3', '1', '1'), read(t, 'out.xml'))
    found = {x.get('name'): [y.tag for y in x] for x in root.iter('testcase')}
    check(found == {'a.icet': ['system-out'], 'b.icet': ['error', 'system-out'], 'c.icet': ['failure', 'system-out']},
          f'{found}')
    check('holds for any number of processes of W' in read(t, 'out.xml'), read(t, 'out.xml'))


@test
def sarif(t):
    for name, model in ('a', GOOD), ('b', HARMLESS), ('c', LEFT_OVER), ('d', NOBODY):
        t.write(f'{name}.icet', model)
    t.check('-q', 'a.icet', 'b.icet', 'c.icet', 'd.icet', '--sarif=out.sarif').expect(1)
    log = t.json('out.sarif')
    check(sarif_rules.mistakes(log) == [], f'{sarif_rules.mistakes(log)}')
    run, = log['runs']
    check([x['ruleId'] for x in run['results']] == ['unread', 'nobody'], f'{run["results"]}')
    rules = run['tool']['driver']['rules']
    check(all(rules[x['ruleIndex']]['id'] == x['ruleId'] for x in run['results']), 'another rule')
    note, = run['invocations'][0]['toolExecutionNotifications']
    check(note['locations'][0]['physicalLocation']['region']['startLine'] == 3, f'{note}')
    check(run['properties']['holds'] == 1, f'{run["properties"]}')


@test
def html(t):
    t.write('a.icet', GOOD)
    t.write('b.icet', LEFT_OVER)
    t.check('-q', 'a.icet', 'b.icet', '--html=out.html').expect(1)
    page = read(t, 'out.html')
    check('"verdict": "proved"' in page and 'for w in W' in page and '"trace"' in page, 'the page lacks it')


@test
def github(t):
    t.write('a.icet', LEFT_OVER)
    t.write('b.icet', HARMLESS)
    env = {'GITHUB_ACTIONS': 'true', 'GITHUB_STEP_SUMMARY': os.path.join(t.folder, 'sum.md'),
           'GITHUB_WORKSPACE': t.folder}
    r = t.check('-q', 'a.icet', 'b.icet', env=env).expect(1)
    check(re.search(r'^::error file=a\.icet,line=3,', r.out, re.M), r)
    check(re.search(r'^::warning file=b\.icet,line=3,', r.out, re.M), r)
    check('violated with 1 reader' in read(t, 'sum.md'), read(t, 'sum.md'))


@test
def places_to_write(t):
    t.write('a.icet', GOOD)
    t.check('a.icet', '--json=nowhere/x.json').expect(2, '').has("cannot write 'nowhere/x.json'")
    t.check('a.icet', '--json=a.icet').expect(2, '')
    check(read(t, 'a.icet') == GOOD, 'the model was overwritten')


@test
def color(t):
    t.write('a.icet', RACE)
    check('\x1b' in t.check('a.icet', '--color=always').out, 'no colour')
    check('\x1b' not in t.check('a.icet', '--color=never').out, 'colour')
    check('\x1b' not in t.check('a.icet').out, 'colour in a file')


# ---- P ----

P = '''param N: int;
event eHello: machine;
event eWelcome;
machine Master {
  start state Go {
    entry {
      var workers: seq[machine];
      var i: int;
      while (i < N) { workers += (sizeof(workers), new Worker(this)); i = i + 1; }
      i = 0;
      while (i < sizeof(workers)) { receive { case eHello: (w: machine) { send w, eWelcome; } } i = i + 1; }
    }
  }
}
machine Worker {
  start state Go { entry (master: machine) { send master, eHello, this; receive { case eWelcome: { } } } }
}
machine Rude { start state Go { entry (master: machine) { send master, eHello, this; } } }
test param (N in [0, 1, 2]) tcFine [main=Master]: { Master, Worker };
test param (N in [0, 1, 2]) tcRude [main=Master]: { Master, Rude -> Worker };
'''


@test
def p_programs(t):
    t.write('a.p', P)
    r = t.check('--engine=sequential', 'a.p').expect(1, err='').has('tcFine: holds for any number of processes of workers; ',
        'tcRude: violated with 1 Rude: unread messages at a.p:', '\n2 models: 1 proved, 1 violated\n')
    check(re.search(r'this is also why there is no proof', r.out), r)
    t.check('-q', '--engine', 'sequential', 'a.p', '-t', 'tcFine').expect(0, '', '')
    t.check('-q', '--engine', 'sequential', 'a.p', '-t', '*[Ff]ine').expect(0, '', '')
    t.write('b.p', 'invariant tt: true;\n')
    t.check('--engine', 'sequential', 'a.p', 'b.p', '-t', 'tcFine', '--json=out.json').expect(0).has('; 1 invariant was not looked at\n')
    check(t.json('out.json')['results'][0]['unchecked']['invariants'] == 1, 'another number')
    t.check('--engine', 'sequential', 'a.p', '-t', 'tcFin?s').expect(2, '').has("no test matches 'tcFin?s'").lacks('did you mean')
    t.check('a.p', '--show-program', '--engine', 'sequential', '-ttcFine').expect(0).has('for each Worker w')
    t.check('--engine=sequential', 'a.p', '-t', 'tcFin').expect(2, '').has(
        "there is no test named 'tcFin'", "hint: did you mean 'tcFine'?")
    found = document(t, '--engine=sequential', 'a.p', code=1)['results']
    check([x['test'] for x in found] == ['tcFine', 'tcRude'], f'{found}')
    check(found[0]['command'] == 'synod check -t tcFine --engine=sequential a.p', f'{found[0]}')


# It fails with one worker only.
ONE = '''event eGo: machine;
event eDone;
param N: int;
param M: int;
machine Main { start state S { entry {
  var ws, vs: seq[machine]; var i: int; var w: machine;
  while (i < N) { ws += (sizeof(ws), new Worker()); i = i + 1; }
  i = 0;
  while (i < M) { vs += (sizeof(vs), new Idle()); i = i + 1; }
  assert sizeof(ws) != 1, "one";
  foreach (w in ws) { send w, eGo, this; }
  foreach (w in ws) { receive { case eDone: { } } }
} } }
machine Worker { start state S { entry { receive { case eGo: (m: machine) { send m, eDone; } } } } }
machine Idle { start state S { entry { } } }
test param (N in [0, 1, 2, 3], M in [1]) %s tc [main=Main]: { Main, Worker, Idle };
'''


@cases(('from two on', 'assume (N > 1)', 0, 'tc: holds for any number of processes of ws (at least 2) and vs (at least 1); '),
       ('even', 'assume (N % 2 == 0)', 3, 'tc: unknown: no proof (assert): this assertion cannot be shown to hold: one; '),
       ('more than others', 'assume (N > M)', 0, 'tc: holds for any number of processes of ws (at least 2) '),
       ('no more than others', 'assume (N <= M)', 1, 'tc: violated with 1 Worker and 1 Idle: assertion failed at a.p:'),
       ('few', 'assume (N < 2)', 1, 'tc: violated with 1 Worker and 1 Idle: assertion failed at a.p:'),
       ('all', '', 1, 'tc: violated with 1 Worker and 1 Idle: assertion failed at a.p:'))
def sizes_that_a_test_excludes(t, assumption, code, words):
    t.write('a.p', ONE % assumption)
    t.check('--engine=sequential', 'a.p').expect(code).has(words)
    # The other engines know the same runs.
    t.check('-q', '--engine=explicit', 'a.p').expect(1 if code == 1 else 0)


@test
def a_test_that_excludes_all_sizes(t):
    t.write('a.p', ONE % 'assume (N > 3)')
    t.check('--engine=sequential', 'a.p').expect(2, '').has(
        'a.p:16:', 'does not support a test that runs nothing: no values satisfy its assumption')


@test
def sets_of_one_parameter_have_one_size(t):
    t.write('a.p', ONE.replace('i < M', 'i < N').replace('assert sizeof(ws) != 1', 'assert sizeof(ws) == sizeof(vs)') % '')
    t.check('--engine=sequential', 'a.p').expect(3).has('unknown: no proof').lacks('violated')


WORDS = '''enum tMood { GOOD, BAD }
event eGo: (m: machine, n: int);
event eDone: (n: int, mood: tMood);
param N: int;
fun Twice(n: int): int { return n + n; }
machine Main { start state S { entry {
  var ws: seq[machine]; var i: int; var w: machine; var last: (n: int, mood: tMood);
  while (i < N) { ws += (sizeof(ws), new Worker()); i = i + 1; }
  foreach (w in ws) { send w, eGo, (m = this, n = 3); }
  foreach (w in ws) { receive { case eDone: (x: (n: int, mood: tMood)) { last = x; if (x.mood == BAD) {
    %s } } } }
} } }
machine Worker { start state S { entry { receive { case eGo: (p: (m: machine, n: int)) {
  send p.m, eDone, (n = p.n + 1, mood = BAD); } } } } }
test param (N in [1, 2, 3]) tc [main=Main]: { Main, Worker };
'''


@cases(('variables', 'assert false, format("{0} of {1}, {0}", x.n, x.mood);', '4 of BAD, 4'),
       ('assertion', 'assert x.n < 4, format("{0} and {1}", x.n + 1, last);', '5 and (4, BAD)'),
       ('machines', 'assert false, format("{0} and {1}, {2}", this, w, sizeof(ws));', 'Main and Worker 1, 1'),
       ('parameter', 'assert false, format("N is {0}", N);', 'N is 1'),
       ('braces', 'assert false, format("{{{0}}}", x.n);', '{4}'),
       # i is not needed by the proof, and a call would be a part of it.
       ('not kept', 'assert false, format("{0}, {1}, {2}", i, Twice(x.n), x.n);', '?, ?, 4'),
       ('plain', 'assert false, "no {{0}}";', 'no {0}'))
def words_of_an_assertion(t, statement, words):
    t.write('a.p', WORDS % statement)
    t.check('--engine=sequential', 'a.p').expect(1).has(f'tc: violated with 1 Worker: assertion failed at a.p:11: {words}\n',
                                                        f'       Main: assertion failed: {words}  a.p:11\n')


@test
def p_programs_that_cannot_be_taken(t):
    t.write('a.p', PING.replace('entry', 'exit { } entry', 1))
    t.check('--engine=sequential', 'a.p').expect(2, '').has(': error: the sequential engine does not support ')
    t.check('--engine=sequential', 'none.p').expect(2, '').has('none.p: error: cannot open')
    t.write('b.p', 'machine {')
    t.check('--engine=sequential', 'b.p').expect(2, '').has('b.p:1:9: error: ')


# ---- Time ----

@test
def the_start_is_short(t):
    """Not a measurement: where a start alone is slow, a proof may be."""
    t.write('a.icet', GOOD)
    fastest = min(t.check('-q', 'a.icet').seconds for _ in range(10))
    start = min(t.run('--version').seconds for _ in range(10))
    check(fastest < max(0.25, 5 * start), f'{fastest} s, a start {start} s')


if __name__ == '__main__':
    sys.exit(harness.main())
