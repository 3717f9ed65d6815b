#!/usr/bin/env python3
"""Tests of what `synod check` says it has exercised, and not: numbers worked out by hand.

harness.py says how to run the tests.
"""
import re
import sys

sys.dont_write_bytecode = True
import harness
from harness import Skip, cases, check, test

WORK = '''event eWork: int;
event eStop;
event eNever;
event eUnused;

machine Main {
  start state Go {
    entry {
      var w: machine;
      w = new Worker();
      send w, eWork, 1;
      send w, eStop;
    }
  }
}

machine Worker {
  var sum: int;
  start state Idle {
    defer eStop;
    on eWork do (n: int) {
      if (n > 0) {
        sum = sum + n;
      } else {
        sum = 0;
      }
      goto Busy;
    }
    on eNever goto Broken;
  }
  state Busy {
    entry { assert sum > 0,
              "no sum"; }
    ignore eWork;
    on eStop goto Done;
  }
  state Done { ignore eNever; }
  state Broken { entry { sum = -1; } }
}

machine Idler {
  start state Sleeps { on eUnused do { } }
}

spec Quiet observes eNever {
  start state Waits { on eNever goto Heard; }
  state Heard { }
}

test tcOne [main=Main]: assert Quiet in { Main, Worker, Idler };
'''

IN_FULL = '''tcOne: holds: exhausted, all 5 states, 4 transitions, depth 4, TIME
  coverage: 5 of 7 states, 4 of 10 handlers, 2 of 3 events, 1 of 2 branches
  note: spec Quiet never observed an event
  never exercised:
    machine Worker                                        a.p:17
      never used: defer eStop in Idle                     a.p:20
      never used: on eNever in Idle                       a.p:29
      never used: ignore eWork in Busy                    a.p:34
      never used: ignore eNever in Done                   a.p:37
      never entered: state Broken                         a.p:38
    spec Quiet                                            a.p:45
      never used: on eNever in Waits                      a.p:46
      never entered: state Heard                          a.p:47
    never false: the condition of this if                 a.p:22
    never sent: event eNever                              a.p:3
  costliest handlers:
     46.2 %  Worker: on eWork in Idle, 6 instructions in 1 local step
     30.8 %  Main: entry of Go, 4 instructions in 1 local step
     23.1 %  Worker: entry of Busy, 3 instructions in 1 local step
'''


def without_time(text):
    return re.sub(r'\d+\.\d+ s', 'TIME', text)


def lines(t, text, *args, code=0):
    """What is said after the verdict."""
    t.write('a.p', text)
    r = t.check('-Woff', 'a.p', *args).expect(code)
    return [line.strip() for line in r.out.splitlines() if line.startswith('  ')]


def coverage(t, text, *args, code=0):
    t.write('a.p', text)
    return t.result('a.p', *args, code=code)['coverage']


# ---- Numbers ----

@test
def what_was_never_exercised_is_listed_with_its_place(t):
    t.write('a.p', WORK)
    r = t.check('-Woff', 'a.p', '--coverage').expect(0, err='')
    check(without_time(r.out) == IN_FULL, r)


@test
def by_default_it_is_a_line(t):
    t.write('a.p', WORK)
    r = t.check('-Woff', 'a.p').expect(0, err='')
    check(without_time(r.out) == ''.join(IN_FULL.splitlines(True)[:3]), r)
    t.check('-q', '-Woff', 'a.p', '--coverage').expect(0, '', '')


@test
def a_message_that_had_to_wait_was_deferred(t):
    check(lines(t, WORK, '--network=bag')[0] ==
          'coverage: 5 of 7 states, 5 of 10 handlers, 2 of 3 events, 1 of 2 branches', 'bag')


@test
def json_has_all_of_it(t):
    c = coverage(t, WORK)
    check(c['states'] == {'seen': 5, 'all': 7}, c['states'])
    check(c['handlers'] == {'seen': 4, 'all': 10}, c['handlers'])
    check([c['events']['seen'], c['events']['all']] == [2, 3], str(c['events']))
    check(c['events']['list'] == [{'name': 'eWork', 'sent': True, 'handled': True},
                                  {'name': 'eStop', 'sent': True, 'handled': True},
                                  {'name': 'eNever', 'sent': False, 'handled': False}],
          str(c['events']))
    check(c['branches'] == {'seen': 1, 'all': 2, 'list': [
        {'file': 'a.p', 'line': 22, 'column': 7, 'kind': 'if', 'taken': ['then']}]}, str(c['branches']))
    check([(m['name'], m['kind'], m['used'], m['line']) for m in c['machines']] ==
          [('Main', 'machine', True, 6), ('Worker', 'machine', True, 17),
           ('Quiet', 'spec', True, 45)], str(c['machines']))
    worker = c['machines'][1]
    check([(s['name'], s['entered']) for s in worker['states']] ==
          [('Idle', True), ('Busy', True), ('Done', True), ('Broken', False)], str(worker))
    check([(h['event'], h['kind'], h['exercised'], h['steps'], h['instructions'], h['line'])
           for s in worker['states'][:2] for h in s['handlers']] ==
          [('eWork', 'do', True, 1, 6, 21), ('eStop', 'defer', False, 0, 0, 20),
           ('eNever', 'goto', False, 0, 0, 29), ('entry', 'entry', True, 1, 3, 32),
           ('eWork', 'ignore', False, 0, 0, 34), ('eStop', 'goto', True, 1, 0, 35)], str(worker))
    check(c['lines'] == [{'file': 'a.p', 'hit': [10, 11, 12, 22, 23, 27, 32], 'missed': [25, 38]}],
          str(c['lines']))
    check(c['vacuous'] == ['spec Quiet never observed an event'] and not c['hollow'], str(c))
    check(c['receives'] == [] and c['scenarios'] == [], str(c))


# A handler that pauses (an observed send), is ignored in passing, exits, receives, counts
# a quorum of none, and a function that two handlers share.
MORE = '''event eAsk: machine;
event eYes;
event eNo;
event eTick;
machine Main {
  var n: int;
  var left: int;
  start state Asking {
    entry {
      var w: machine;
      w = new Echo(this);
      send w, eAsk, this;
      left = 2;
      while (left > 0) { left = left - 1; }
      receive {
        case eYes: { n = n + 1; }
        case eNo: { n = n - 1; }
      }
      raise eTick;
    }
    on eTick goto Rest with { n = n + 1; }
    exit { n = n + 1; }
  }
  state Rest { ignore eYes; on null do { n = 0; goto Quiet; } }
  state Quiet { defer eYes; }
}
machine Echo {
  start state On {
    entry (m: machine) { }
    on eAsk do (m: machine) { Answer(m); Answer(m); }
  }
  fun Answer(m: machine) { send m, eYes; }
}
spec Seen observes eYes {
  var n: int;
  start state Zero { on eYes goto Some; }
  state Some { on eYes do { n = n + 1; assert n < 5; } }
}
test tcMore [main=Main]: assert Seen in { Main, Echo };
'''


@test
def all_kinds_of_handlers_count(t):
    """States: 3 of Main, On, Zero, Some.  Handlers: entry, eTick, exit; ignore eYes, null;
    defer eYes; entry, eAsk; eYes, eYes; two cases of receive, of which eNo is missed.
    The second eYes may come while Main rests, or while it is quiet.  The `if` inside an
    assertion is no branch: while, both sides."""
    check(lines(t, MORE)[0] == 'coverage: 6 of 6 states, 11 of 12 handlers, 3 of 4 events, '
          '2 of 2 branches', str(lines(t, MORE)))
    c = coverage(t, MORE)
    check([(r['events'], r['exercised'], r['line']) for r in c['receives']] ==
          [(['eYes'], True, 16), (['eNo'], False, 17)], str(c['receives']))
    check('never used: receive of eNo                            a.p:17' in lines(t, MORE, '--coverage'),
          str(lines(t, MORE, '--coverage')))
    handlers = {(m['name'], s['name'], h['event']): h for m in c['machines']
                for s in m['states'] for h in s['handlers']}
    check(handlers['Seen', 'Some', 'eYes']['instructions'] == 4, str(handlers))


# ---- What was not checked ----

PING = '''event ePing: machine;
event ePong;
machine Main {{ start state S {{ entry {{ send new Server(), ePing, this; }} on ePong do {{ {0} }} }} }}
machine Server {{ start state S {{ on ePing do (m: machine) {{ send m, ePong; }} }} }}
'''
ATTACH = 'test tc [main=Main]: assert P in { Main, Server };'
# Machines that only announce: a spec judges them all the same.
ONLY_ANNOUNCED = '''event eTick: int;
machine Main { start state S { entry { announce eTick, 1; announce eTick, 2; } } }
spec P observes eTick { var last: int; start state A { on eTick do (n: int) { assert n > last; last = n; } } }
test tc [main=Main]: assert P in { Main };
'''
NOTHING = ('only unhandled events, deadlocks and failing operations were checked')


@cases(
    ('no spec', PING.format(''), [f'vacuous: no spec is attached and no assert was reached: {NOTHING}']),
    ('an assert', PING.format('assert true;'), []),
    ('a spec', PING.format('') + 'spec P observes ePing { start state A { on ePing do { } } }' + ATTACH, []),
    ('an assert that is not reached', PING.format('') +
     'spec P observes ePing, ePong { start state A { on ePing do { if (false) { assert false; } } ignore ePong; } }'
     + ATTACH, ['note: spec P never reached an assert']),
    ('deaf', PING.format('') + 'event eX; spec P observes eX { start state A { on eX do { } } }' + ATTACH,
     [f'vacuous: no spec observed an event and no assert was reached: {NOTHING}',
      'note: spec P never observed an event']),
    ('stuck', PING.format('') + 'spec P observes ePing { start state A { ignore ePing; on ePong goto B; } state B { } }'
     + ATTACH, ['note: spec P never left its start state']),
    ('never hot', PING.format('') + '''spec P observes ePing, ePong {
       start state A { on ePing goto B; } state B { on ePong goto A; on halt goto C; } hot state C { } }'''
     + ATTACH, ['note: spec P was never in a hot state']),
    ('idle main', 'machine Main { start state S { } }',
     ['vacuous: no machine ever handled an event',
      f'vacuous: no spec is attached and no assert was reached: {NOTHING}']),
    ('nothing handled', 'machine Main { var n: int; start state S { entry { n = 1; assert n == 1; } } }',
     ['vacuous: no machine ever handled an event']),
    ('only announced', ONLY_ANNOUNCED, []),
    ('no run', PING.format('assert true;') + '''invariant ok: true;
       spec P observes ePing { start state A { entry { assume false; } ignore ePing; } }''' + ATTACH,
     ['vacuous: assumptions rule out every run']),
    ('never made', PING.format('assert true; if (false) { new Idle(); }') +
     'machine Idle { start state S { } }', ['note: machine Idle was never started']),
    ('idle', PING.format('assert true; new Idle();') +
     'machine Idle { start state S { on ePong do { } } }', ['note: machine Idle never handled an event']),
)
def vacuity(t, text, want):
    found = [line for line in lines(t, text) if not line.startswith('coverage: ')]
    if want and 'rule out every run' in want[0]:
        found = found[:1]
    check(found == want, f'{found}')
    t.write('a.p', text)
    c = t.result('a.p', code=0)['coverage']
    check([w.split(': ', 1)[1] for w in want] == c['vacuous'][:len(want)], str(c['vacuous']))
    check(c['hollow'] == any(w.startswith('vacuous') for w in want), str(c['hollow']))


@test
def runs_that_were_all_cut_say_so(t):
    """Ping and pong for ever."""
    text = PING.format('assert true; send new Server(), ePing, this;')
    check(lines(t, text, '--engine=sample', '--schedules=3', '--max-steps=20')[1:] ==
          ['vacuous: every run was cut off: see --max-steps'], 'cut')


@cases(('limit', 'assert true;', 3, ['--max-states=1']), ('violation', 'assert false;', 1, []))
def a_search_that_ends_early_says_nothing_about_what_it_has_not_reached(t, body, code, args):
    """Neither as a fact about the model: the rest may still happen."""
    text = PING.format(f'{body} if (false) {{ new Idle(); }}') + '''
machine Idle { start state S { } }
event eX;
scenario Far observes eX { start state A { on eX goto B; } cold state B { } }
spec P observes eX { start state A { on eX do { } } }
test tc [main=Main]: assert P in { Main, Server, Idle };
'''
    found = lines(t, text, '--coverage', *args, code=code)
    check(not any(x.startswith(('vacuous', 'note')) or 'never' in x for x in found), str(found))
    check('not exercised before the search ended:' in found, str(found))
    check(any(x.startswith('machine Idle: not started ') for x in found), str(found))
    check(any(x.startswith('scenario Far: not covered so far ') for x in found), str(found))
    t.write('a.p', text)
    c = t.result('a.p', *args, code=code)['coverage']
    check(c['vacuous'] == [] and not c['hollow'], str(c))


@test
def notes_on_sampled_runs_are_about_these(t):
    text = PING.format('assert true; if (false) { new Idle(); }') + 'machine Idle { start state S { } }'
    check(lines(t, text, '--engine=sample', '--schedules=3')[1:] ==
          ['note: machine Idle was never started in the sampled runs'], 'sampled')


# ---- Tests share a program ----

@test
def only_what_a_test_can_make_counts(t):
    text = PING.format('assert true;') + '''
machine Other { start state S { entry { assert true; } } state T { } }
test tcPing [main=Main]: { Main, Server, Other };
test tcOther [main=Other]: { Other };
'''
    t.write('a.p', text)
    r = t.check('-Woff', 'a.p').expect(0)
    r.has('  coverage: 2 of 2 states, 3 of 3 handlers, 2 of 2 events\n',
          '  coverage: 1 of 2 states, 1 of 1 handler\n', '\nnot exercised by any test: 1 state\n')


@cases(('left-out', 'assert false;', ['--fail-fast'], 1), ('violated', 'assert false;', [], 1),
       ('unknown', 'assert true;', ['--max-states=3'], 3))
def what_other_runs_may_exercise_is_not_missed_by_all(t, body, args, code):
    t.write('a.p', PING.format(body) + '''
machine Other { start state S { entry { goto T; } } state T { } state U { } }
test tcOther [main=Other]: { Other };
test tcPing [main=Main]: { Main, Server };
test tcLast [main=Other]: { Other };
''')
    r = t.check('-Woff', 'a.p', '--engine=explicit', *args).expect(code)
    check(len(re.findall(r'^tc\w+ +(?:holds|violated|unknown)', r.out, re.M)) > 1, r)
    r.lacks('not exercised by any test')


@test
def what_another_test_exercises_is_not_missed_in_the_end(t):
    text = '''event e;
param n: int;
machine Main { start state S { entry { if (n > 1) { send this, e; } } on e do { assert true; } } }
test param (n in [1, 2]) tc [main=Main]: { Main };
'''
    t.write('a.p', text)
    r = t.check('-Woff', 'a.p').expect(0)
    r.has('  coverage: 1 of 1 state, 1 of 2 handlers, 0 of 1 event, 1 of 2 branches\n',
          '  coverage: 1 of 1 state, 2 of 2 handlers, 1 of 1 event, 1 of 2 branches\n')
    r.lacks('not exercised')


@test
def a_violation_has_coverage_where_it_is_asked_for(t):
    text = PING.format('assert false;')
    check(not any('coverage' in x for x in lines(t, text, code=1)), 'by default')
    check('coverage: 2 of 2 states, 3 of 3 handlers, 2 of 2 events' in lines(t, text, '--coverage', code=1), 'asked')


# ---- Engines ----

RACE = '''event eAdd: int;
event eDone: int;
machine Main {
  var sum: int; var got: int;
  start state Collect {
    entry { var i: int; while (i < 3) { new Adder((who = this, n = i)); i = i + 1; } }
    on eAdd do (n: int) {
      got = got + 1;
      sum = sum * 2 + n + choose(3);
      if (got == 3) { raise eDone, sum; }
    }
    on eDone goto Done;
  }
  state Done { entry (n: int) { if (n == 100) { assert false; } assert n < 100; } defer eAdd; }
}
machine Adder {
  start state S { entry (x: (who: machine, n: int)) { send x.who, eAdd, x.n; send x.who, eAdd, x.n + 1; } }
}
test tc [main=Main]: { Main, Adder };
'''


@test
def threads_and_ways_of_searching_make_no_difference(t):
    one = coverage(t, RACE, '-j1')
    check(coverage(t, RACE, '-j2') == one, 'threads')
    deep = coverage(t, RACE, '--search=dfs')
    for c in (one, deep):
        for m in c['machines']:
            for s in m['states']:
                for h in s['handlers']:
                    del h['steps'], h['instructions']
    check(one == deep, 'depth first')
    check((one['handlers'], one['branches']['seen']) == ({'seen': 6, 'all': 6}, 5), str(one))


@test
def sampling_counts_what_its_runs_did(t):
    args = ('--engine=sample', '--schedules=40')
    one = coverage(t, RACE, *args, '-j1')
    check(coverage(t, RACE, *args, '-j3') == one, 'threads')
    check(coverage(t, RACE, *args, '--strategy=pct', '-j1')['machines'][1]['states'][0]['handlers'][0]['steps']
          == 3 * 40, 'the run that pct measures first is none of them')
    adder = one['machines'][1]['states'][0]['handlers'][0]
    check((adder['steps'], adder['exercised']) == (3 * 40, True), str(adder))


@cases(('early', 60), ('half way', 400), ('late', 900))
def a_run_that_goes_on_has_the_same_coverage(t, states):
    whole = coverage(t, RACE)
    coverage(t, RACE, f'--max-states={states}', '--checkpoint=c', code=3)
    check(coverage(t, RACE, '--resume=c') == whole, 'resumed')


@test
def a_step_that_is_cut_by_an_assumption_counts_up_to_there(t):
    text = '''event e; invariant ok: true; machine Main { var n: int; start state S {
  entry { send this, e; }
  on e do {
    n = choose(2);
    assume n == 0;
    if (n == 1) { n = 7; }
    n = 2;
  } } }
'''
    c = coverage(t, text)
    check(c['lines'] == [{'file': 'a.p', 'hit': [2, 4, 5, 6, 7], 'missed': []}], str(c['lines']))
    check(c['branches']['list'][0]['taken'] == ['else'], str(c['branches']))


# ---- Scenarios ----

ANSWERS = '''event eAsk: machine;
event eYes;
event eNo;
machine Main {
  var n: int;
  start state Go {
    entry { var s: machine; s = new Server(); send s, eAsk, this; send s, eAsk, this; }
    on eYes do { n = n + 1; }
    on eNo do { n = n - 1; assert n > -3; }
  }
}
machine Server {
  start state Up { on eAsk do (m: machine) { if ($) { send m, eYes; } else { send m, eNo; } } }
}
scenario TwiceNo observes eNo {
  start state Zero { on eNo goto One; }
  state One { on eNo goto Two; }
  cold state Two { ignore eNo; }
}
scenario ThriceYes observes eYes {
  start state Zero { on eYes goto One; }
  state One { on eYes goto Two; }
  state Two { on eYes goto Three; }
  cold state Three { ignore eYes; }
}
scenario ColdStart observes eYes {
  start cold state Start { on eYes goto Warm; }
  state Warm { ignore eYes; }
}
test tc [main=Main]: { Main, Server };
'''


@test
def scenarios_are_covered_when_they_cool_after_the_start(t):
    found = lines(t, ANSWERS, '--coverage')
    check(found[0].endswith(', 1 of 3 scenarios'), found[0])
    check([' '.join(x.split()) for x in found if x.startswith('scenario ') and 'covered' in x] ==
          ['scenario TwiceNo: covered a.p:15', 'scenario ThriceYes: not covered a.p:20',
           'scenario ColdStart: not covered a.p:26'], str(found))
    c = coverage(t, ANSWERS)
    check(c['scenarios'] == [{'name': 'TwiceNo', 'covered': True}, {'name': 'ThriceYes', 'covered': False},
                             {'name': 'ColdStart', 'covered': False}], str(c['scenarios']))


@cases(('explicit', []), ('deep', ['--search=dfs']), ('sample', ['--engine=sample', '--schedules=200']))
def a_witness_is_shown_and_replays(t, args):
    t.write('a.p', ANSWERS)
    r = t.check('-Woff', 'a.p', '--witness=all', '--json=x.json', *args).expect(0, err='')
    r.has('  a witness of scenario TwiceNo:\n', 'scenario TwiceNo enters state Two',
          'scenario covered: scenario TwiceNo is in cold state Two',
          '  no witness of scenario ThriceYes: it was not covered\n')
    r.lacks('violated')
    x = t.json('x.json')['results'][0]
    check('trace' not in x and [w['scenario'] for w in x['witnesses']] == ['TwiceNo'], str(x))
    again = t.replay('-Woff', 'x.json').expect(0, err='')
    check(again.out.endswith('tc: scenario TwiceNo is covered again\n'), again)
    if not args:
        check(len(x['witnesses'][0]['trace']['steps']) == 7, 'breadth first is shortest')


@test
def a_witness_may_be_none_any_more(t):
    t.write('a.p', ANSWERS)
    t.check('-q', '-Woff', 'a.p', '--witness=TwiceNo', '--json=x.json').expect(0, '', '')
    t.write('a.p', ANSWERS.replace('cold state Two', 'state Two').replace('start cold', 'start'))
    t.replay('-q', '-Woff', 'x.json').expect(1, 'tc: the run no longer covers scenario TwiceNo\n')
    t.write('a.p', ANSWERS.replace('TwiceNo', 'Other'))
    t.replay('-q', '-Woff', 'x.json').expect(2).has("there is no scenario 'TwiceNo'")
    t.write('a.p', ANSWERS.replace('n > -3', 'n > 0'))
    t.replay('-q', '-Woff', 'x.json').expect(1, 'tc: the run fails differently: assertion, not witness\n')


@test
def a_violation_may_come_before_a_witness(t):
    t.write('a.p', ANSWERS.replace('n > -3', 'n > -1'))
    r = t.check('-Woff', 'a.p', '--witness=TwiceNo').expect(1)
    r.has('violated: assertion failed')


@test
def a_witness_of_what_is_no_scenario(t):
    t.write('a.p', ANSWERS)
    t.check('-Woff', 'a.p', '--witness=Main').expect(
        2, '', "synod: error: --witness: there is no scenario 'Main'\n")


@test
def a_witness_is_for_one_process(t):
    t.write('a.p', ANSWERS)
    # What MPI itself leaves behind is not ours.
    r = t.check('-Woff', 'a.p', '--witness=all', '--mpi', env={'ASAN_OPTIONS': 'detect_leaks=0'}).expect(2, '')
    if '--witness' not in r.err:
        raise Skip('no MPI here')
    r.expect(2, '', 'synod: error: --witness does not work with --mpi\n')


@test
def tests_that_show_nothing_are_marked_in_the_table(t):
    t.write('a.p', PING.format('assert true;') + '''
machine Other { start state S { } }
test tcPing [main=Main]: { Main, Server };
test tcOther [main=Other]: { Other };
''')
    r = t.check('-Woff', 'a.p').expect(0)
    check(re.search(r'^tcPing +holds  ', r.out, re.M) and re.search(r'^tcOther +holds\?  ', r.out, re.M), r)
    r.has('?: the result is nearly vacuous; see the notes above\n')


if __name__ == '__main__':
    sys.exit(harness.main())
