#!/usr/bin/env python3
"""Engines that reduce, --engine=auto and --crash-model, from the command line.  How to run it: harness.py."""
import json
import math
import os
import re
import signal
import sys
import time

sys.dont_write_bytecode = True
import harness
from harness import ESCAPE, Skip, cases, check, test
from models import CHOOSE, COUNT, LASSO, PING, grid, late_grid

# Machines that count by themselves, one after the other: all that matters of grid(8, 12), which has
# 13 ** 8 states and more.
GRID_STATES = 8 * 12 + 1

# The order in which two machines ask is seen by the third alone.
ASKED = '''event eAsk: int;
machine Main { start state S { entry { var h: machine; h = new Hub(); new Client((h, 1)); new Client((h, 2)); } } }
machine Hub {
  var first: int;
  start state S { on eAsk do (n: int) { if (first == 0) { first = n; } assert first != WRONG, format("{0} was first", n); } }
}
machine Client { start state S { entry (p: (machine, int)) { send p.0, eAsk, p.1; } } }
test tc [main=Main]: { Main, Hub, Client };
'''

# The queue of Sink has no bound, and what is in it has no end either.
FLOOD = '''event eItem: int;
event eEnd;
machine Main {
  var sink: machine;
  start state Run {
    entry { sink = new Sink(); send this, eItem, 0; }
    on eItem do (k: int) { send sink, eItem, k; send this, eItem, 1 - k; if ($) { send sink, eEnd; } }
  }
}
machine Sink {
  start state Wait { defer eItem; on eEnd goto Take; }
  state Take { on eItem do (k: int) { assert k < LIMIT; if ($) { goto Wait; } } ignore eEnd; }
}
test tc [main=Main]: { Main, Sink };
'''

# Who ticks for ever is the smallest set, and must not be all that is ever explored.
TICKING = '''event eTick; event eGo;
machine Main { start state S { entry { var q: machine; new Ticker(); q = new Quiet(); new Caller(q); new Caller(q); } } }
machine Ticker { start state S { entry { send this, eTick; } on eTick do { send this, eTick; } } }
machine Quiet { start state S { on eGo goto T; } state T { ignore eGo; } }
machine Caller { start state S { entry (q: machine) { send q, eGo; } } }
test tc [main=Main]: { Main, Ticker, Quiet, Caller };
'''

# Two specs: one with a hot state, one without.
SPECS = '''event eA; event eB;
machine Main { start state S { entry { send this, eA; } on eA do { send this, eB; } on eB do { } } }
spec Live observes eA, eB { start state Cold { on eA goto Warm; ignore eB; } hot state Warm { on eB goto Cold; } }
spec Calm observes eA, eB { start state Only { ignore eA, eB; } }
test tLive [main=Main]: assert Live in { Main };
test tCalm [main=Main]: assert Calm in { Main };
'''


def asked(wrong):
    return ASKED.replace('WRONG', str(wrong))


def flood(limit):
    return FLOOD.replace('LIMIT', str(limit))


def refused(t, why, *options):
    t.check('a.p', *options).expect(2, '', f'synod: error: {why}\n')


def changes(result):
    """Why other engines went on."""
    return [x for x in result['notices'] if '; trying ' in x]


# ---- Which engine is meant ----

@cases(('por', '--por=off'), ('symmetry', '--symmetry=off'), ('dead', '--dead-messages=keep'), ('split', '--split=none'),
       ('explain', '--explain-reduction'))
def an_option_of_the_reductions_means_one(t, option):
    t.write('a.p', asked(0))
    check(t.result('a.p', option, code=0)['engine'] == 'reduced', 'another engine')
    check(t.result('a.p', option, '--engine=asi', code=0)['engine'] == 'asi', 'another engine')
    name = option.split('=')[0]
    for engine in 'explicit', 'sample', 'dpor':
        refused(t, f'{name}: only with --engine=reduced and asi, not with {engine}', option, f'--engine={engine}')
    for other in '--checkpoint=c', '--spill=.', '--bitstate=1':
        refused(t, f'{name}: not with {other.split("=")[0]}, which is for --engine=explicit', option, other)


@test
def depth_first_and_not_far(t):
    """Both make sense to all who search states; by themselves they mean the explicit engine."""
    t.write('a.p', grid(2, 5))
    x = t.result('a.p', '--por=nes', '--symmetry=off', '--search=dfs', code=0)
    check((x['engine'], x['states'], x['options']['search']) == ('reduced', 11, 'dfs'), f'{x}')
    x = t.result('a.p', '--por=nes', '--symmetry=off', '--max-depth=5', code=3)
    check((x['engine'], x['states'], x['reason']) == ('reduced', 6, 'the depth limit was reached'), f'{x}')


@test
def a_tail_means_asi(t):
    t.write('a.p', asked(0))
    x = t.result('a.p', '--tail=2', '--por=lpor', code=0)
    check((x['engine'], x['options']['reduction']['tail']) == ('asi', 2), f'{x}')
    for engine in 'explicit', 'reduced', 'sample', 'dpor':
        refused(t, '--tail: only with --engine=asi', '--tail=2', f'--engine={engine}')


@test
def the_sequential_engine_has_no_use_for_them(t):
    t.write('a.p', asked(0))
    t.check('a.p', '--engine=sequential', '--por=off').expect(2).has("'--por' does not apply to --engine=sequential")


@cases(('checkpoint', ['--checkpoint=c'], '--checkpoint'), ('resume', ['--resume=c'], '--resume'),
       ('bitstate', ['--bitstate=1'], '--bitstate'))
def what_is_for_the_explicit_engine(t, options, name):
    t.write('a.p', asked(0))
    for engine in 'reduced', 'asi':
        r = t.check('a.p', f'--engine={engine}', *options).expect(2)
        check(f'synod: error: {name}: not with --engine={engine}, only with explicit\n' in r.err, r)


@cases(('spill', ['--engine=reduced', '--symmetry=off', '--spill=.'], '--spill has no effect without --engine=explicit'),
       ('states', ['--engine=explicit', '--auto-states=5'], '--auto-states has no effect without --engine=auto'))
def idle(t, options, text):
    t.write('a.p', asked(0))
    t.check('-Woff', 'a.p', *options).expect(0, err=f'synod: {text}\n')


# By option: the engines that it is for; whether it is an error with others; what it means by itself.
ENGINES = 'auto', 'explicit', 'reduced', 'asi', 'sample', 'dpor'
OF_STATES = ENGINES[:4]
USES = {
    '--max-states=1000': (OF_STATES, False, 'auto'),
    '--max-executions=1000': (['dpor'], False, 'auto'),
    '--max-depth=1000': (['explicit', 'reduced', 'asi', 'dpor'], False, 'explicit'),
    '--within=Main:true': (['explicit'], True, 'explicit'),
    '--narrow=2': (OF_STATES, True, 'auto'),
    '--values=open': (['auto', 'explicit', 'reduced'], True, 'explicit'),
    '--split-steps=2': (OF_STATES, False, 'auto'),
    '--explain-values': (['auto', 'explicit', 'reduced'], False, 'auto'),
    '--auto-states=1000': (['auto'], False, 'auto'),
    '--search=bfs': (OF_STATES, False, 'auto'),
    '--search=dfs': (OF_STATES, False, 'explicit'),
    '--threads=1': (['auto', 'explicit', 'sample', 'dpor'], False, 'auto'),
    '--spill=.': (['explicit'], False, 'explicit'),
    '--bitstate=1': (['explicit'], True, 'explicit'),
    '--checkpoint=c': (['explicit'], True, 'explicit'),
    '--por=off': (['reduced', 'asi'], True, 'reduced'),
    '--symmetry=off': (['reduced', 'asi'], True, 'reduced'),
    '--dead-messages=keep': (['reduced', 'asi'], True, 'reduced'),
    '--split=none': (['reduced', 'asi'], True, 'reduced'),
    '--tail=2': (['asi'], True, 'asi'),
    '--explain-reduction=1': (['reduced', 'asi'], True, 'reduced'),
    '--strategy=pos': (['sample'], False, 'auto'),
    '--schedules=2': (['sample'], False, 'auto'),
    '--seed=2': (['auto', 'sample'], False, 'auto'),
    '--max-steps=1000': (['auto', 'sample'], False, 'auto'),
    '--count-states': (['sample'], False, 'auto'),
    '--shortest': (['auto'], False, 'auto'),
    '--pct-depth=2': (['auto', 'sample'], False, 'auto'),
}
# For all; resume and mpi are like checkpoint, and checkpoint-every needs that one.
USED_BY_ALL = {'--max-time', '--max-memory', '--budget', '--engine', '--resume', '--mpi', '--checkpoint-every', '--max-instructions', '--max-calls', '--max-choices'}


def names_of(option):
    return [x.split('=')[0] for x in option.split()]


@test
def every_option_is_known_here(t):
    """Of those that are about limits and searching; who adds one says here whom it is for."""
    sections = t.run('check', '--help').expect(0).out.split('\n\n')
    wanted = 'Limits', 'How states are searched', 'Reductions', 'Sampling'
    listed = {name for s in sections if s.startswith(wanted) for name in re.findall(r'^ +(?:-\w, )?(--[\w-]+)', s, re.M)}
    known = {name for x in USES for name in names_of(x)} | USED_BY_ALL
    check(len(listed) > 25 and listed == known, f'{listed ^ known}')


@cases(*[(option, option, *USES[option]) for option in USES])
def every_option_with_every_engine(t, option, engines, is_error, means):
    t.write('a.p', asked(0))
    for engine in ENGINES:
        meant = means if engine == 'auto' else engine
        r = t.check('-Woff', 'a.p', f'--engine={engine}', *option.split())
        idle = [x for x in r.err.splitlines() if 'has no effect' in x]
        if meant in engines:
            check(r.code == 0 and idle == [], r)
        elif is_error:
            check(r.code == 2 and f'synod: error: {names_of(option)[0]}: ' in r.err and idle == [], r)
        else:
            needs = f'without --engine={engines[0]}' if len(engines) == 1 and engines != [engine] else f'with --engine={meant}'
            check(r.code == 0 and idle == [f'synod: {name} has no effect {needs}' for name in names_of(option)], r)


@cases(('crashes', ['--crash-model=explicit'], '--crash-model has no effect without --faults=crash=N'),
       ('no-crashes', ['--crash-model=explicit', '--faults=loss=1,crash=0'], '--crash-model has no effect without --faults=crash=N'),
       ('some', ['--crash-model=explicit', '--faults=loss=1,crash=1'], None),
       ('tail-p2p', ['--tail=2', '--network=p2p', '--symmetry=off'], '--tail has no effect with --network=p2p'),
       ('tail-bag', ['--tail=2', '--network=bag', '--symmetry=off'], '--tail has no effect with --network=bag'),
       ('threads-dfs', ['-j2', '--search=dfs'], '--threads has no effect with --search=dfs'),
       ('threads-causal', ['-j2', '--network=causal'], '--threads has no effect with --network=causal'),
       ('threads-sample', ['-j2', '--network=causal', '--engine=sample'], None),
       ('meant', ['--auto-states=5', '--symmetry=off'], '--auto-states has no effect with --engine=reduced'))
def idle_beside_another(t, options, text):
    t.write('a.p', asked(0))
    t.check('-Woff', 'a.p', *options).expect(0, err=f'synod: {text}\n' if text else '')


@test
def a_folder_of_models_in_icet(t):
    t.write('m/a.icet', 'proc p { }\n')
    t.check('m').expect(0)
    t.check('m', '--por=off').expect(2).has("'--por' does not apply to models in IceT")
    t.check('m', '--por', 'off', '--network=bag').expect(2).has("'--por' does not apply to models in IceT")


@cases(('none', [], ('nes', 'auto', 'drop', 'both', 0)),
       ('all', ['--por=lpor', '--symmetry=exact', '--dead-messages=keep', '--split=none'], ('lpor', 'exact', 'keep', 'none', 0)),
       ('some', ['--por=off', '--symmetry=off', '--split=quorum'], ('off', 'off', 'drop', 'quorum', 0)),
       ('reply', ['--split=reply'], ('nes', 'auto', 'drop', 'reply', 0)))
def the_json_file_has_what_was_asked_for(t, options, wanted):
    t.write('a.p', asked(0))
    x = t.result('a.p', '--engine=reduced', *options, code=0)
    check(tuple(x['options']['reduction'].values()) == wanted, f'{x["options"]}')
    check('stops_at_sends' not in x['options'] and t.result('a.p', '--engine=asi', code=0)['options']['stops_at_sends'] is True,
          f'{x["options"]}')
    for option in options:
        check(option in x['command'], x['command'])


# ---- Verdicts ----

@test
def a_reduced_search_says_so(t):
    t.write('a.p', grid(8, 12))
    t.check('-Woff', 'a.p', '--engine=reduced', '--symmetry=off').expect(0, err='').matches(
        rf'DefaultImpl: holds: exhausted, all {GRID_STATES} states that matter, [\d,]+ transitions, depth 96, \d+\.\d\d s\n'
        rf'  reduced: [\d,]+ of [\d,]+ transitions explored; \d+ of {GRID_STATES} states narrowed, to at most 1 transition.*\n'
        r'  coverage: .*\n  vacuous: .*\n')
    t.check('-q', '-Woff', 'a.p', '--engine=reduced').expect(0, '', '')


def offers(count):
    """So many numbers are offered to a keeper of the largest."""
    return '''
event eOffer: int;
machine Main { start state S { entry {
  var keeper: machine;
  var i: int;
  keeper = new Keeper();
  while (i < COUNT) { i = i + 1; send keeper, eOffer, i; }
} } }
machine Keeper { var best: int; start state S { on eOffer do (offer: int) { if (offer > best) best = offer; } } }
'''.replace('COUNT', str(count))


@cases(('3', 3), ('6', 6))
def what_a_guard_refuses_is_dead(t, count):
    """Any may have come; or what is larger than the best is all that is left.  From one best to another, all in between
    are dropped: three of 0 ... count for each."""
    t.write('a.p', offers(count))
    keep, drop = (t.result('a.p', '--network=bag', '--por=off', '--symmetry=off', f'--dead-messages={way}', code=0)
                  for way in ('keep', 'drop'))
    lost = math.comb(count + 1, 3)
    for x, states, dropped in (keep, 2**count, 0), (drop, count + 1, lost):
        found = x['states'], x['reduction']['dropped'], x['reduction']['refused']
        check(found == (states, dropped, dropped), f'{found}')
    for what in 'handlers', 'branches':
        check(keep['coverage'][what] == drop['coverage'][what], f'{drop["coverage"]}')
    t.check('-Woff', 'a.p', '--network=bag', '--por=off', '--symmetry=off').has(f'{lost} dead message').has(f'({lost} refused by guards)')
    x = t.result('a.p', '--network=bag', '--por=off', '--symmetry=off', '--strict-quiescence', code=0)
    check((x['states'], x['reduction']['refused']) == (2**count, 0), f'{x}')


@test
def a_refusal_explained(t):
    """The first is told of."""
    t.write('a.p', offers(2))
    line = 'DefaultImpl: Keeper(1.1) refuses eOffer(1) for good: such messages are dropped\n'
    for options in ['--por=off'], []:
        r = t.check('-Woff', 'a.p', '--network=bag', '--symmetry=off', '--explain-reduction', *options).expect(0)
        check(r.out.count(line) == 1, r)


@test
def what_was_spared(t):
    """Of the last of the machines there is one move, and nothing to narrow."""
    t.write('a.p', grid(2, 5))
    x = t.result('a.p', '--engine=reduced', '--symmetry=off', code=0)
    spared = x['reduction']
    check((x['states'], spared['narrowed'], spared['largest_set']) == (11, 5, 1), f'{x}')
    check((spared['explored'], spared['possible']) == (10, 15), f'{spared}')
    check(all(spared[k] == 0 for k in ('provisos', 'renamed', 'tails')), f'{spared}')
    x = t.result('a.p', '--engine=reduced', '--symmetry=off', '--por=off', code=0)
    check((x['states'], x['reduction']['narrowed']) == (36, 0), f'{x}')


@test
def a_proof_for_any_buffer_size(t):
    t.write('a.p', flood(2))
    t.check('-Woff', 'a.p', '--engine=asi').expect(0).matches(
        r'tc: holds: proved for any buffer size, all \d+ states that matter, [\d,]+ transitions, depth \d+, \d+\.\d\d s; '
        r'queues grow beyond \d+ messages?\n  asi: \d+ of \d+ transitions explored; .* queues abstracted\n  coverage: .*\n')
    t.write('b.p', asked(0))
    t.check('-Woff', 'b.p', '--engine=asi').expect(0).has('; the longest queue had ')
    x = t.result('a.p', '--engine=asi', code=0)
    check((x['verdict'], x['reason'], x['reduction']['tails'] > 0) == ('proved', None, True), f'{x}')
    t.check('-q', 'a.p', '--engine=asi', '--junit=j.xml').expect(0, '')
    with open(t.path('j.xml'), encoding='utf-8') as f:
        text = f.read()
    check('failures="0" errors="0"' in text and 'proved for any buffer size' in text, text)


@cases(('reduced', 'reduced'), ('asi', 'asi'))
def a_violation_replays(t, engine):
    """Also from the file, by itself."""
    for k in 1, 2:
        t.write('a.p', asked(k))
        r = t.check('-Woff', 'a.p', f'--engine={engine}', '--json=out.json').expect(1)
        check(f'tc: violated: assertion failed at a.p:5: {k} was first\n    found in ' in r.out, r)
        check(' that matter' in r.out and f'\n    {engine}: ' in r.out, r)
        t.replay('out.json').expect(1).has(f'{k} was first')
        r = t.check('-q', '-Woff', 'a.p', f'--engine={engine}').expect(1)
        check(r.out == f'tc: violated: assertion failed at a.p:5: {k} was first\n', r)


# The third tick comes while the clock is still at the second.
TICKS = '''event eTick: int; event eStop; event eDone: machine;
machine Main {
  var clock: machine; var n: int;
  start state S { entry { clock = new Clock(this); send this, eTick, 1; }
    on eTick do (k: int) { n = k; send clock, eTick, k; if ($) { send this, eTick, k + 1; } else { send clock, eStop; } }
    on eDone do (m: machine) { assert n != 3, "three"; } } }
machine Clock {
  var up: machine;
  start state S { entry (m: machine) { up = m; goto R; } }
  state R { on eTick do (k: int) { send up, eDone, this; goto T; } ignore eStop; }
  state T { defer eTick; on eStop goto R; } }
test tc [main=Main]: { Main, Clock };
'''

# Its sender comes to no end.
ENDLESS = '''event eItem: int;
machine Main { start state S { entry { var m: machine; var i: int; m = new M(); while (true) { i = i + 1; send m, eItem, i; } } } }
machine M { start state S { on eItem do (n: int) { assert n < 4, "four"; } } }
test tc [main=Main]: { Main, M };
'''


@test
def a_run_of_asi_is_told_like_others(t):
    """Handlers run to their end, though the search stops at every send."""
    t.write('a.p', TICKS)
    traces = {}
    for engine in 'explicit', 'asi':
        r = t.check('-Woff', 'a.p', f'--engine={engine}', '--json=out.json').expect(1).has('three')
        traces[engine] = r.out[r.out.index('    1  Main(1) starts'):]
        check('stops_at_sends' not in t.json('out.json')['results'][0]['options'], r)
        t.replay('out.json').expect(1).has('three')
    check('-> Main(1) eTick(3)' in traces['asi'] and 'goes on' not in traces['asi'], traces['asi'])
    check(traces['asi'] == traces['explicit'], f'{traces["explicit"]}\n{traces["asi"]}')
    t.check('-q', '-Woff', 'a.p', '--engine=asi', '--no-shrink').expect(1, 'tc: violated: assertion failed at a.p:6: three\n')


@test
def a_run_that_must_stop_at_sends(t):
    t.write('a.p', ENDLESS)
    t.check('-Woff', 'a.p', '--engine=asi', '--json=out.json').expect(1).has('four', 'goes on')
    check(t.json('out.json')['results'][0]['options']['stops_at_sends'] is True, 'it has other moves')
    t.replay('out.json').expect(1).has('four')


@cases(('reduced', 'reduced'), ('asi', 'asi'))
def liveness_is_refused(t, engine):
    t.write('a.p', SPECS)
    r = t.check('a.p', f'--engine={engine}', '--json=out.json').expect(2).has('synod: error: tLive: a spec has hot states', 'tCalm: holds: ')
    [live, calm] = t.json('out.json')['results']
    check((live['verdict'], live['engine']) == ('refused', engine) and 'a spec has hot states' in live['reason'], r)
    check(calm['verdict'] == ('proved' if engine == 'asi' else 'exhausted'), f'{calm}')


@cases(('time', ['--max-time=1'], 'the time limit was reached'),
       ('states', ['--max-states=100'], 'the state limit was reached'),
       ('memory', ['--max-memory=20'], 'the memory limit was reached'))
def limits(t, options, reason):
    for engine in 'reduced', 'asi':
        t.write('a.p', COUNT)
        x = t.result('a.p', f'--engine={engine}', *options, code=3)
        check((x['verdict'], x['reason'], x['engine']) == ('unknown', reason, engine), f'{x}')


@cases(('reduced', ['--engine=reduced', '--symmetry=off']), ('asi', ['--engine=asi', '--symmetry=off']),
       ('dfs', ['--engine=reduced', '--symmetry=off', '--search=dfs']), ('symmetry', ['--engine=reduced', '--symmetry=exact']),
       ('pilot', ['--engine=reduced']), ('explicit', ['--engine=explicit']))
def not_one_state_more(t, options):
    """As many as there are is no limit that is reached; one less is."""
    t.write('a.p', grid(2, 5))
    count = t.result('a.p', *options, code=0)['states']
    check(count > 5, f'{count}')
    check(t.result('a.p', *options, f'--max-states={count}', code=0)['states'] == count, 'the last state is one too many')
    for n in 1, count - 1:
        x = t.result('a.p', *options, f'--max-states={n}', code=3)
        check((x['states'], x['reason']) == (n, 'the state limit was reached'), f'{x}')


# Three machines choose before any other may run: already the initial states are more than symmetry's pilot search takes.
MANY_INITIAL = '''event eA: int;
machine Main { start state S { entry { var h: machine; h = new H(); new C(h); new C(h); new C(h); } } }
machine H { var last: int; start state S { on eA do (x: int) { last = x; } } }
machine C { start state S { entry (h: machine) { var x: int; x = choose(20); send h, eA, x; } } }
test tc [main=Main]: { Main, H, C };
'''


@cases(('reduced', ['--engine=reduced']), ('asi', ['--engine=asi']))
def pilot_with_many_initial_states(t, options):
    """The pilot's limit is not the user's: the search goes on with symmetry."""
    t.write('a.p', MANY_INITIAL)
    x = t.result('a.p', *options, code=0)
    least = math.comb(20 + 3 - 1, 3)  # what three equal machines may have chosen
    check(x['states'] > least, f'{x}')
    x = t.result('a.p', *options, '--max-states=3500', code=3)
    check((x['states'], x['reason']) == (3500, 'the state limit was reached'), f'{x}')


# ---- What is symmetric ----

GROUP = '''event eAsk: machine; event eAnswer;
machine Main {
  var all: KIND[machine]; var what: event;
  start state S {
    entry {
      var i: int; var one: machine;
      while (i < COUNT) { one = new Member(); all += (ADD); i = i + 1; }
      new Single();
      what = eAsk;
      foreach (one in all) { SEND }
    }
    ignore eAnswer;
  }
}
machine Member { start state S { on eAsk do (m: machine) { send m, eAnswer; } } }
machine Single { start state S { } }
test tc [main=Main]: { Main, Member, Single };
'''
NOBODY = 'no machines are symmetric: no machine creates two of the same type'
UNCERTAIN = 'types are uncertain (casts, computed events), so a seq may be a set of machines, whose order is observable at a.p:10'


@cases(('none', 0, 'set', 'eAsk', NOBODY), ('one', 1, 'set', 'eAsk', NOBODY),
       ('set', 2, 'set', 'eAsk', 'Member machines are not symmetric: the order of a set of machines is observable at a.p:10'),
       ('seq', 2, 'seq', 'eAsk', 'Member machines are symmetric'),
       ('uncertain', 2, 'seq', 'what', f'Member machines are not symmetric: {UNCERTAIN}'))
def who_is_symmetric(t, count, kind, event, text):
    add = 'one' if kind == 'set' else 'sizeof(all), one'
    t.write('a.p', GROUP.replace('KIND', kind).replace('COUNT', str(count)).replace('ADD', add)
            .replace('SEND', f'send one, {event}, this;'))
    for engine in 'reduced', 'asi':
        t.check('-Woff', 'a.p', f'--engine={engine}').expect(0, err=f'synod: tc: {text}\n')


@test
def the_page_has_it_all(t):
    t.write('a.p', grid(2, 5))
    t.check('-q', '-Woff', 'a.p', '--engine=reduced', '--html=out.html').expect(0)
    [x] = t.page_data('out.html')['report']['results']
    check(x['engine'] == 'reduced' and x['reduction']['narrowed'] > 0, f'{x}')


# ---- What is not explored ----

@test
def a_state_explained(t):
    t.write('a.p', grid(2, 5))
    r = t.check('-Woff', 'a.p', '--symmetry=off', '--explain-reduction=2').expect(0)
    check(r.out.count('DefaultImpl: state ') == 2 and 'M(1.1) gets eGo' in r.out and 'M(1.2) gets eGo' in r.out, r)
    r = t.check('-Woff', 'a.p', '--symmetry=off', '--explain-reduction').expect(0)
    check(r.out.count('DefaultImpl: state ') == 5, r)
    t.check('-q', '-Woff', 'a.p', '--explain-reduction').expect(0, '', '')
    x = t.result('a.p', '--explain-reduction=3', code=0)
    check('explain' not in x['command'], x['command'])


@test
def a_tail_explained(t):
    """Nobody else notices what is taken from it."""
    t.write('a.p', flood(2))
    r = t.check('-Woff', 'a.p', '--engine=asi', '--explain-reduction=100').expect(0)
    check('    Sink(1.1) takes eItem(0) from the abstracted part of its queue\n'
          '  these are postponed; no other machine can observe the order:\n' in r.out, r)


@cases(('bfs', 'bfs'), ('dfs', 'dfs'))
def a_cycle_explained(t, search):
    """Who is blocked has a name."""
    t.write('a.p', TICKING)
    back = '  all successors were visited before, so '
    r = t.check('-Woff', 'a.p', '--engine=asi', f'--search={search}', '--explain-reduction=100').expect(0)
    check(back + 'the search blocks Ticker(1.1) and explores the other transitions\n' in r.out and 'blocks  and' not in r.out, r)
    r = t.check('-Woff', 'a.p', '--engine=reduced', f'--search={search}', '--explain-reduction=100').expect(0)
    check(back + 'the other transitions are explored, too\n' in r.out and 'coverage: 5 of 5 states' in r.out, r)


@cases(('bfs', 'bfs'), ('dfs', 'dfs'))
def where_there_is_no_cycle_none_is_opened(t, search):
    """Runs of different lengths meet here, so a state may lie no deeper than those that lead to it."""
    path = os.path.join(harness.ROOT, 'bench', 'peers', 'ring.p')
    x = t.result(path, '-t', 'tcRing___nodes_7', '--network=p2p', '--engine=reduced', f'--search={search}', code=0)
    check(x['reduction']['narrowed'] > 0 and x['reduction']['provisos'] == 0, f"{x['reduction']}")


@cases(('zero', '--explain-reduction=0'), ('word', '--explain-reduction=all'))
def a_wrong_number_of_states(t, option):
    t.write('a.p', asked(0))
    t.check('a.p', option).complaint(f"option '--explain-reduction' needs a number from 1 to 1000000, not '{option.split('=')[1]}'")


# ---- auto ----

@test
def small_tests_are_explored_as_ever(t):
    t.write('a.p', grid(2, 5))
    by_default, explicit = (t.result('a.p', *x, code=0) for x in ([], ['--engine=explicit']))
    check((by_default['engine'], by_default['notices']) == ('explicit', []), f'{by_default}')
    check(by_default['states'] == explicit['states'] >= 36, f'{by_default}')
    check('reduction' not in by_default and 'reduction' not in by_default['options'], f'{by_default}')


@test
def large_ones_are_reduced(t):
    t.write('a.p', grid(8, 12))
    r = t.check('-Woff', 'a.p', '--auto-states=1000').expect(0, err='')
    check(' states that matter, ' in r.out and '\n  reduced: ' in r.out, r)
    x = t.result('a.p', '--auto-states=1000', code=0)
    check(x['engine'] == 'reduced' and x['states'] <= GRID_STATES, f'{x}')
    check(changes(x) == ['201 states visited; trying --engine=reduced'] and
          x['command'] == 'synod check -t DefaultImpl --auto-states=1000 a.p', f'{x}')


@test
def by_default_too(t):
    """There are 13 ** 8 states, and soon far more at each depth than at the one before."""
    t.write('a.p', grid(8, 12))
    x = t.result('a.p', '-j1', code=0)
    check(x['engine'] == 'reduced' and changes(x) == ['1,001 states visited; trying --engine=reduced'], f'{x}')


@test
def one_step_may_be_too_large(t):
    """10 ** 8 outcomes of the first step: no engine gets to a state, so reductions cannot save too little of them."""
    t.write('a.p', CHOOSE)
    x = t.result('a.p', '--progress=off', code=3)
    tries = ['one step has very many outcomes; trying --values=open']
    check((x['reason'], changes(x)) == ('one step has too many outcomes', tries) and x['random_runs'] > 0, f'{x}')
    x = t.result('a.p', '--progress=off', '--values=each', code=3)
    check((x['reason'], changes(x)) == ('one step has too many outcomes', []), f'{x}')
    t.check('-Woff', 'a.p').expect(3).has('; no violation so far, nor in ', ' random runs with 100% of the handlers\n')


# The first step has 10 ** 6 outcomes, and one of them fails: that of the 348,255th random run, after 1,400,000 of their steps.
ONE_OUTCOME = '''event eJob: int;
machine Main { start state S { entry { send new W(), eJob, choose(1000) * 1000 + choose(1000); } } }
machine W { start state S { on eJob do (n: int) { assert n != 314159; } } }
'''


@test
def random_runs_use_the_time_that_the_user_sets(t):
    """Where nothing else can go on.  Without a limit of time they end after a million steps; the limit here is never reached."""
    t.write('a.p', ONE_OUTCOME)
    x = t.result('a.p', '-j1', '--values=each', code=3)
    check(x['reason'] == 'one step has too many outcomes' and x['random_runs'] < 348255, f'{x}')
    x = t.result('a.p', '-j1', '--values=each', '--max-time=600', code=1)
    check((x['engine'], x['schedules']) == ('sample', 348255), f'{x}')


@test
def random_runs_end_with_the_time(t):
    t.write('a.p', CHOOSE)
    r = t.check('-q', '-Woff', 'a.p', '--max-time=1').expect(3).within(20)
    r.has('unknown: one step has too many outcomes after ', ', nor in ', ' random runs with 100% of the handlers')


@test
def unbounded_ones_are_proved(t):
    t.write('a.p', flood(2))
    x = t.result('a.p', '--auto-states=100', code=0)
    check((x['verdict'], x['engine']) == ('proved', 'asi'), f'{x}')
    check([n for n in changes(x) if 'trying' in n] ==
          ['100 states visited; trying --engine=reduced', '100 states visited; trying --engine=asi'], f'{x["notices"]}')


def coins(count):
    """Beside a grid, a machine that fails if so many coins show heads: one random run in 2 ** count."""
    return grid(8, 12).replace('var i: int;', 'var i: int; new Coins();') + f'''event eFlip;
machine Coins {{
  var k: int;
  start state S {{
    entry {{ send this, eFlip; }}
    on eFlip do {{ if ($) {{ k = k + 1; assert k < {count}, "all heads"; send this, eFlip; }} }}
  }}
}}
'''


def late_coin():
    """Beside a grid, a machine that throws one coin after 60 steps."""
    return coins(60).replace('if ($) {', 'if (k < 59 || $) {')


def hot_grid():
    """Cycles must be judged, so the search uses one core."""
    return grid(6, 4) + '''spec Live observes eFlip { start cold state Calm { on eFlip goto Hot; } hot state Hot { ignore eFlip; } }
event eFlip;
test t [main=Main]: assert Live in { Main, M };
'''


@cases(('first', coins(1), [], 'explicit'), ('frequent', coins(6), [], 'explicit'), ('deep', late_coin(), [], 'reduced'),
       ('rare', coins(30), [], 'reduced'))
def violations_in_every_stage(t, model, options, engine):
    """Others throw six heads at a pause, and the search then finds them in as few steps as possible; sixty steps are too deep
    for that; and thirty heads come in no random run."""
    t.write('a.p', model)
    x = t.result('a.p', '-j1', *options, code=1)
    check((x['engine'], x['violation']['kind']) == (engine, 'assertion'), f'{x["engine"]}')
    wanted = ['1,001 states visited; trying --engine=reduced'] if model != coins(1) else []
    check(changes(x) == wanted, f'{x["notices"]}')
    t.replay('result.json').expect(1)


@test
def the_same_answer_every_time(t):
    """Whatever the number of threads; the search pauses at numbers of states, not of seconds."""
    t.write('a.p', late_coin())
    t.write('b.p', grid(7, 5))
    for model, code in ('a.p', 1), ('b.p', 0):
        found = {json.dumps([x[k] for k in ('engine', 'verdict', 'states', 'schedules')])
                 for x in (t.result(model, f'-j{1 + i % 3}', code=code) for i in range(5))}
        check(len(found) == 1, f'{found}')


@cases(('tree', 'late_coin', '-j8', 1), ('graph', 'hot_grid', '-j3', 0))
def the_same_answer_beside_the_search(t, model, threads, code):
    """With cores that the search leaves unused, the others run at the same time; which of them is the first does not matter."""
    t.write('a.p', late_coin() if model == 'late_coin' else hot_grid())
    found = {json.dumps([x[k] for k in ('engine', 'verdict', 'states', 'schedules')])
             for x in (t.result('a.p', '--auto-states=3000', threads, code=code) for _ in range(6))}
    check(len(found) == 1, f'{found}')


@test
def beside_the_search_engines_count_what_they_count_alone(t):
    t.write('a.p', grid(8, 12))
    beside = t.result('a.p', '-j8', code=0)
    alone = t.result('a.p', f'--engine={beside["engine"]}', code=0)
    check(beside['engine'] != 'explicit' and all(beside[k] == alone[k] for k in ('verdict', 'states', 'transitions')), f'{beside} {alone}')


def bench(name):
    return os.path.join(harness.ROOT, 'bench', name)


@cases(('reduced', 'peers/paxos.p', 'tcPaxos___proposers_2__acceptors_5'),
       ('sets', 'models/transactions.p', 'tcTransactions___participants_7__patient_true'),
       ('asi', 'peers/two-phase-commit.p', 'tcCommit___participants_15'))
def engines_go_on_where_they_were(t, model, test):
    """Whoever answers after many pauses counts what it counts alone, and answers every time, with any number of threads."""
    found = [t.result(bench(model), '-t', test, '--auto-states=1000', f'-j{1 + i % 3}', code=0) for i in range(4)]
    alone = t.result(bench(model), '-t', test, f'--engine={found[0]["engine"]}', code=0)
    for x in found:
        check(x['engine'] != 'explicit' and all(x[k] == alone[k] for k in ('verdict', 'engine', 'states', 'transitions', 'depth')),
              f'{x} {alone}')


@test
def who_leaves_out_little_gets_little(t):
    """In German's protocol nearly every message is for the directory: there explicit ends first."""
    x = t.result(bench('peers/german.p'), '-t', 'tcGerman___caches_4', '--auto-states=1000', code=0)
    check(x['engine'] == 'explicit', f'{x["engine"]}')


@test
def a_search_that_bursts_lets_reductions_begin(t):
    """There are twice as many states at each depth; the reduced ones are few."""
    x = t.result(bench('peers/ring.p'), '-t', 'tcRing___nodes_10', '-j1', code=0)
    check(x['engine'] == 'reduced' and changes(x) == ['1,001 states visited; trying --engine=reduced'], f'{x}')


@test
def a_shortest_one_on_request(t):
    t.write('a.p', coins(9))
    lengths = {engine: len(t.result('a.p', *options, '--no-shrink', code=1)['trace']['steps'])
               for engine, options in (('auto', ['--shortest']), ('explicit', ['--engine=explicit']))}
    check(lengths['auto'] == lengths['explicit'], f'{lengths}')


@test
def an_interrupt_ends_random_runs(t):
    """Or the engine after that, on a machine that is too slow to notice them."""
    t.write('a.p', COUNT)
    child = t.start('check', '-Woff', 'a.p', '--auto-states=10', '--max-steps=1000000000', '--max-time=600', '--progress=json', bufsize=0)
    for line in iter(child.stderr.readline, b''):
        if json.loads(line).get('engine', 'explicit') != 'explicit':
            break
    child.send_signal(signal.SIGINT)
    t.finish(child).expect(3).has('unknown: the check was interrupted after ')


@test
def a_violation_that_was_seen_is_told(t):
    """Though the first engine has no time left to find the way to it, for the process stands still meanwhile."""
    if harness.has_sanitizer():
        raise Skip('too slow to see it soon')
    t.write('a.p', late_grid(7, 6))
    begin = time.monotonic()
    child = t.start('check', '-Woff', 'a.p', '--auto-states=10000000', '--progress', bufsize=0)
    line = b'begun'
    while line and b'violation found; recovering its trace' not in line:
        line = child.stderr.readline()
    child.send_signal(signal.SIGSTOP)
    time.sleep(max(0, 5.5 - (time.monotonic() - begin)))
    child.send_signal(signal.SIGCONT)
    t.finish(child).expect(1).has('DefaultImpl: violated: assertion failed', ': late')


@test
def where_no_reduction_applies(t):
    t.write('a.p', SPECS)
    t.check('-q', 'a.p', '--auto-states=1', '--json=out.json').expect(0)
    [live, calm] = t.json('out.json')['results']
    check((live['engine'], live['verdict']) == ('sets', 'exhausted') and len(changes(live)) == 1, f'{live}')
    check(calm['engine'] == 'reduced', f'{calm}')
    t.write('b.p', LASSO)
    x = t.result('b.p', '--auto-states=1', code=1)
    check(changes(x) == ['1 state visited; trying --engine=sets'], f'liveness needs all states: {x}')
    t.write('c.p', asked(0))
    check(t.result('c.p', '--auto-states=1', '--network=causal', code=0)['engine'] == 'explicit', 'a causal network')


@test
def where_it_does_not_pay(t):
    t.write('a.p', COUNT)
    x = t.result('a.p', '--auto-states=100', '--max-time=3', code=3)
    check((x['engine'], x['reason']) == ('explicit', 'the time limit was reached'), f'{x}')
    check(x['states'] > 100 and 2.8 < x['seconds'] < 12, f'{x}')
    check(changes(x) == ['100 states visited; trying --engine=reduced', '100 states visited; trying --engine=sets'],
          f'{x["notices"]}')


@cases(('states-first', ['--max-states=10'], 'explicit', 'the state limit was reached', 10),
       ('states-later', ['--max-states=60'], 'explicit', 'the state limit was reached', 60))
def limits_in_every_stage(t, options, engine, reason, most):
    t.write('a.p', COUNT)
    x = t.result('a.p', '--auto-states=20', *options, code=3)
    check((x['engine'], x['reason']) == (engine, reason) and most / 2 < x['states'] <= most, f'{x}')


@test
def a_limit_of_time_is_for_all(t):
    t.write('a.p', COUNT)
    for options in ['--max-time=1'], ['--budget=1s']:
        t.check('-q', '-Woff', 'a.p', '--auto-states=100', *options).expect(3).within(20).has('the time limit was reached')


# What has no end: in one step, or in what is done at once after it.
NO_END = {
    'sends-more': 'event e: int; machine Main { start state S { entry { var m: machine; var i: int; m = new M();'
                  '  while (true) { send m, e, i; i = i + 1; } } } } machine M { start state S { defer e; } }',
    'chooses': 'event e: int; machine Main { start state S { entry { var i: int; while ($) { i = i + 1; } send this, e, i; }'
               '  on e do (n: int) { } } }',
    'creates-itself': 'machine Main { start state S { entry { new M(); } } }'
                      'machine M { start state S { entry { new M(); new M(); } } }',
    'chooses-and-creates': 'machine Main { start state S { entry { new M(); } } }'
                           'machine M { var b: bool; start state S { entry { b = $; new M(); new M(); } } }',
    'grows': 'machine Main { start state S { entry { var s: seq[int]; while (true) { s += (0, 1); } } } }',
}


@cases(*[(f'{name}-{engine}', name, engine) for name in NO_END for engine in ('explicit', 'reduced', 'asi', 'sample', 'dpor', 'auto')])
def no_end(t, name, engine):
    """It is unknown, or a violation: in time, and without a fault of Synod."""
    t.write('a.p', NO_END[name])
    for network in ['mbox', 'bag'] if engine in ('explicit', 'reduced', 'asi') else ['mbox']:
        r = t.check('-q', '-Woff', 'a.p', f'--engine={engine}', f'--network={network}', '--max-time=1', '--max-memory=300',
                    '--shrink-time=1').within(20)
        may_hold = engine == 'sample'  # so many runs did not fail
        check(r.code in (1, 3) or (may_hold and r.code == 0), r)
        check('fault' not in r.err, r)


@test
def many_ways_in_one_step(t):
    t.write('a.p', CHOOSE)
    t.check('-q', 'a.p').expect(3).has('unknown: one step has too many outcomes')
    for engine in 'explicit', 'reduced', 'sets':
        t.check('-q', 'a.p', f'--engine={engine}', '--max-states=1000').expect(3).has('unknown: one step has too many outcomes')


@cases(('spill', '--spill=.'), ('depth', '--max-depth=1000'), ('bitstate', '--bitstate=1'), ('dfs', '--search=dfs'),
       ('checkpoint', '--checkpoint=c'))
def who_wants_something_explicit_gets_it(t, option):
    t.write('a.p', grid(3, 3))
    x = t.result('a.p', '--auto-states=10', option, code=0)
    check((x['engine'], x['notices']) == ('explicit', []), f'{x}')


@test
def an_interrupt_ends_a_reduced_search(t):
    t.write('a.p', COUNT)
    child = t.start('check', '-Woff', '--engine=reduced', '--symmetry=off', '--progress', 'a.p', bufsize=0)
    check(b' states, ' in child.stderr.readline(), 'no progress')
    child.send_signal(signal.SIGINT)
    begin = time.monotonic()
    r = t.finish(child).expect(3).has(': unknown: the check was interrupted after ')
    check(time.monotonic() - begin < 10, r)


@test
def progress_tells_of_engines_that_go_on(t):
    t.write('a.p', flood(2))
    r = t.check('-Woff', 'a.p', '--auto-states=100', '--progress').expect(0).lacks(ESCAPE)
    check([x for x in r.err.splitlines() if 'trying' in x] ==
          ['synod: tc: 100 states visited; trying --engine=reduced',
           'synod: tc: 100 states visited; trying --engine=asi'], r)
    t.check('-Woff', 'a.p', '--auto-states=100').expect(0, err='')
    r = t.check('-q', '-Woff', 'a.p', '--auto-states=100', '--progress=json').expect(0)
    objects = r.objects()
    check([x['type'] for x in objects if x['type'] == 'notice' and 'trying' in x['text'] or x['type'] == 'done'] ==
          ['notice', 'notice', 'done'], r)
    check(objects[-1]['engine'] == 'asi' and objects[-1]['verdict'] == 'proved', f'{objects[-1]}')


@test
def progress_counts_the_seconds_of_the_whole_check(t):
    t.write('a.p', COUNT)
    r = t.check('-q', '-Woff', 'a.p', '--auto-states=100', '--max-time=4', '--progress=json').expect(3)
    objects = r.objects()
    told = [x['seconds'] for x in objects if x['type'] == 'progress' and x['engine'] == 'explicit']
    check(len(told) >= 2 and told == sorted(told), f'{told}')
    check(objects[-1]['type'] == 'done' and objects[-1]['seconds'] > told[0], f'{told} {objects[-1]}')


@test
def several_tests_have_an_engine_each(t):
    t.write('a.p', SPECS + 'test tBoth [main=Main]: assert Live, Calm in { Main };\n')
    t.check('-q', 'a.p', '--auto-states=2', '--budget=20s', '--json=out.json').expect(0)
    check([x['engine'] for x in t.json('out.json')['results']] == ['sets', 'reduced', 'sets'], 'other engines')


@test
def a_witness_is_found_by_the_engine_that_knows_of_it(t):
    t.write('a.p', asked(0) + '''scenario Asked observes eAsk { start state No { on eAsk goto Yes; } cold state Yes { ignore eAsk; } }
''')
    for engine in 'explicit', 'reduced', 'asi':
        x = t.result('a.p', f'--engine={engine}', '--witness=all', code=0)
        check(len(x['witnesses']) == 1, f'{engine}: {x}')
        t.replay('result.json').expect(0)


# ---- Crashes ----

SLOW = 'crashes: no other machine can distinguish a crashed machine from a slow one here, so crashes are not explored'

TWO_AT_ONCE = '''event eBegin; event eEnd;
machine Main { start state Only { entry { new Twin(); announce eBegin; announce eEnd; } } }
machine Twin { start state Only { entry { announce eBegin; announce eEnd; } } }
spec Together observes eBegin, eEnd {
  var inside: bool;
  start state Only { on eBegin do { assert !inside; inside = true; } on eEnd do { inside = false; } }
}
test tc [main=Main]: assert Together in { Main, Twin };
'''

# What specs see is the first thing that is done about eGo and about eX.
FIRST_SEEN = '''event eX; event eY; event eLate; event eGo;
machine Main { var a: machine; start state S { entry { a = new A(); send this, eGo; } on eGo do { send a, eY; send a, eX; } } }
machine A { start state S { on eX do { announce eLate; } ignore eY; } }
spec Order observes eY, eLate { var y: bool; start state S { on eY do { y = true; } on eLate do { assert y; } } }
test tc [main=Main]: assert Order in { Main, A };
'''

# Who has got eX can announce eLate; in P eY was seen by then.
SEEN_LATE = '''event eX; event eY; event eLate;
machine Main { start state S { entry { var a: machine; a = new A(); send a, eX; send a, eY; } } }
machine A { start state S { on eX do { announce eLate; } ignore eY; } }
spec Order observes eY, eLate { var y: bool; start state S { on eY do { y = true; } on eLate do { assert y; } } }
test tc [main=Main]: assert Order in { Main, A };
'''


@cases(('explicit', 'explicit'), ('reduced', 'reduced'), ('asi', 'asi'), ('dpor', 'dpor'), ('auto', None))
def crashes_that_nobody_can_tell(t, engine):
    options = [f'--engine={engine}'] if engine else []
    for k, code in (2, 1), (3, 0):
        t.write('a.p', asked(k))
        t.check('-Woff', 'a.p', *options, '--faults=crash=1').expect(code).has(f'synod: tc: {SLOW}\n')
        x = t.result('a.p', *options, '--faults=crash=200:Client', code=code)
        check(x['notices'][0] == SLOW and x['options']['crash_model'] == 'implicit', f'{x}')
        check(x['options']['crash'] == {'budget': 200, 'of': ['Client']}, f'{x["options"]}')
        if code == 1:
            check(x['trace']['crash'] == {'budget': 0, 'of': None}, f'{x["trace"]["crash"]}')
            check(all(s['move'] != 'crash' for s in x['trace']['steps']), 'a crash')
            t.replay('result.json').expect(1)
    # the same states for any number of crashes
    states = {json.dumps([x[k] for k in ('states', 'transitions', 'terminal')]) for x in
              (t.result('a.p', *options, *more, code=0) for more in ([], ['--faults=crash=1'], ['--faults=crash=9']))}
    check(len(states) == 1, f'{states}')


@test
def they_are_still_in_the_verdict(t):
    t.write('a.p', asked(3))
    t.check('-Woff', 'a.p', '--faults=crash=2:Hub').expect(0).has(' s (crash=2 of Hub)\n')


ATOMIC = 'between two actions that P executes atomically, and specs observe the second'


# In the end, whether a run that goes wrong needs a crash.
@cases(('hot', SPECS, ['-t', 'tLive'], 'spec Live has hot states', True),
       ('receive', PING, [], 'Main may wait in a receive forever', True),
       ('announced', TWO_AT_ONCE, [], f'Main may crash in Main.Only.entry {ATOMIC}', False),
       ('observed', SEEN_LATE, [], f'Main may crash in Main.S.entry {ATOMIC}', False))
def crashes_that_matter(t, model, options, why, needs_one):
    t.write('a.p', model)
    r = t.check('-Woff', 'a.p', *options, '--faults=crash=1').expect(1)
    check(r.err.endswith(f': crashes are explored: {why}\n'), r)
    x = t.result('a.p', *options, '--faults=crash=1', code=1)
    check(x['options']['crash_model'] == 'explicit', f'{x["options"]}')
    check(any(s['move'] == 'crash' for s in x['trace']['steps']) or not needs_one, 'no crash')
    r = t.check('-Woff', 'a.p', *options, '--faults=crash=1', '--crash-model=implicit').expect(2)
    check(f': --crash-model=implicit: {why}\n' in r.err, r)
    t.check('-Woff', 'a.p', *options, '--crash-model=implicit').expect(
        0, err='synod: --crash-model has no effect without --faults=crash=N\n')


@test
def crashes_and_what_is_left_over(t):
    t.write('a.p', asked(3))
    why = '--strict-quiescence checks the messages left at the end of a run'
    t.check('-Woff', 'a.p', '--strict-quiescence', '--faults=crash=1').expect(0, err=f'synod: tc: crashes are explored: {why}\n')
    t.check('-q', '-Woff', 'a.p', '--strict-quiescence', '--faults=crash=1').expect(0, '', '')


@cases(('who', TWO_AT_ONCE + 'machine Other { start state S { } }\n', ['--faults=crash=1:Other']),
       ('no-deadlock', PING, ['--faults=crash=1', '--no-deadlock']),
       ('first', FIRST_SEEN, ['--faults=crash=1']),
       ('nobody-looks', TWO_AT_ONCE.replace('assert Together in { Main, Twin }', '{ Main, Twin }'), ['--faults=crash=1']))
def crashes_that_matter_no_more(t, model, options):
    t.write('a.p', model)
    t.check('-Woff', 'a.p', *options).expect(0).has(SLOW)
    t.check('-Woff', 'a.p', *options, '--crash-model=explicit').expect(0).lacks(SLOW)


@test
def crashes_can_be_explored_in_any_case(t):
    t.write('a.p', asked(3))
    t.check('-Woff', 'a.p', '--faults=crash=1', '--crash-model=explicit').expect(0, err='').has('(crash=1)')
    few, many = (t.result('a.p', '--faults=crash=1', f'--crash-model={m}', code=0) for m in ('implicit', 'explicit'))
    check(many['states'] > few['states'] and many['notices'] == [], f'{many}')
    check((many['options']['crash_model'], t.result('a.p', code=0)['options']['crash_model']) == ('explicit', None), f'{many}')
    few, many = (t.result('a.p', '--engine=dpor', '--faults=crash=1', f'--crash-model={m}', code=0) for m in ('implicit', 'explicit'))
    check(many['executions'] > few['executions'], f'{many}')


@test
def sampling_makes_crashes_happen(t):
    t.write('a.p', asked(3))
    t.check('-Woff', 'a.p', '--faults=crash=1', '--engine=sample').expect(0, err='')
    check(t.result('a.p', '--faults=crash=1', '--engine=sample', code=0)['options']['crash_model'] == 'explicit', 'implicit')
    t.check('-Woff', 'a.p', '--faults=crash=1', '--engine=sample', '--crash-model=implicit').expect(0, err=f'synod: tc: {SLOW}\n')


@cases(('reduced', 'reduced'), ('asi', 'asi'))
def causal_networks_are_refused_with_a_reason(t, engine):
    t.write('a.p', asked(0))
    r = t.check('-Woff', 'a.p', f'--engine={engine}', '--network=causal').expect(2, '')
    check(r.err.endswith(': in causal networks what one machine receives changes what all may receive, so no deliveries are '
                         'independent: use --engine=explicit\n'), r)
    t.check('-Woff', '-q', 'a.p', '--engine=explicit', '--network=causal').expect(0)


@test
def holes(t):
    """Violations that some reduction has missed before."""
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cross', 'programs', 'holes')
    names = sorted(os.listdir(folder))
    check(len(names) >= 6, f'{names}')
    for name in names:
        path = os.path.join(folder, name)
        with open(path, encoding='utf-8') as f:
            options = f.readline().removeprefix('// found with:').split()
        for engine in ('explicit', 'reduced', 'asi', 'auto'):
            t.check('-q', '-Woff', path, f'--engine={engine}', *options).expect(1).has('violated')


if __name__ == '__main__':
    sys.exit(harness.main())
