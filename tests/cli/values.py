#!/usr/bin/env python3
"""Values that stay open: --values, and what auto does with steps of too many outcomes.

The numbers of states follow from the models: the comments say how.  tests/cross/values.py compares searches state by state;
harness.py says how to run the tests.
"""
import sys

sys.dont_write_bytecode = True
import harness
from harness import cases, check, test

TEST = 'test tc [main=Main]: { Main };\n'
FIT = 'each for all values that fit'


def main(handlers, variables='', rest=''):
    return (f'event eA: int;\nevent eB: int;\nmachine Main {{ {variables}\n  start state S {{ {handlers} }}\n'
            f'  state A {{ ignore eA, eB; }}\n  state B {{ ignore eA, eB; }}\n}}\n{rest}{TEST}')


# Open: the start, the message with x, A and B; with numbers: the start, a hundred messages, A and B.
BELOW_17 = main('entry { send this, eA, choose(100); } on eA do (y: int) { if (y < 17) { goto A; } else { goto B; } }')


@cases(('open', ['--values=open'], f'all 4 states, {FIT}, 3 transitions, depth 2, '), ('each', ['--values=each'], 'all 103 states, 200 transitions, depth 2, '),
       ('auto', [], 'all 103 states, 200 transitions, depth 2, '), ('p2p', ['--values=open', '--network=p2p'], f'all 4 states, {FIT}, '),
       ('bag', ['--values=open', '--network=bag'], f'all 4 states, {FIT}, 3 transitions, depth 2, '),
       ('explicit', ['--values=open', '--engine=explicit'], f'all 4 states, {FIT}, '), ('sets', ['--values=open', '--engine=sets'], f'all 4 states, {FIT}, in '),
       ('sets-p2p', ['--values=open', '--engine=sets', '--network=p2p'], f'all 4 states, {FIT}, in '), ('dfs', ['--values=open', '--search=dfs'], f'all 4 states, {FIT}, '))
def one_comparison(t, options, said):
    t.write('a.p', BELOW_17)
    t.check('-Woff', '--progress=off', *options, 'a.p').expect(0, err='').has(f'tc: holds: exhausted, {said}')


@test
def states_with_very_many_successors(t):
    """Random walks that choose a tree list 10,000 successors at each of their steps, so they make few: it takes no time to go beyond them."""
    t.write('a.p', '''event eA: int; machine A { start state S { ignore eA; } } machine B { start state S { entry (a: machine) { send a, eA, choose(10000); } } }
machine Main { start state S { entry { var a: machine; a = new A(); new B(a); new B(a); } } }
test tc [main=Main]: { Main, A, B };
''')
    t.check('-Woff', '--progress=off', '--values=each', '--engine=explicit', '--max-states=30000', 'a.p').expect(3).has('the state limit was reached after 30,000 states')


# A step is wide if it has more than 1,000 outcomes.
@cases(('wide', 1100, True), ('narrow', 900, False))
def auto_begins_with_open_values_where_a_step_is_wide(t, width, is_open):
    t.write('a.p', f'''event eA: int;
machine Main {{ var r: int; start state S {{ entry {{ send this, eA, choose({width}); }} on eA do (y: int) {{ if (y > r) {{ r = 1; }} }} }} }}
{TEST}''')
    done = t.check('-Woff', '--progress=off', 'a.p').expect(0)
    check((FIT in done.out) == is_open, done.out)


# After the entry x and y are open (2 states so far); then x < y, x == y or x > y, of which the machine keeps nothing (1), or y itself, bounded
# by what was said of it.  To keep the sum makes both known: 4 * 4 states with a sum of 0 .. 6, so 7.
@cases(('order', 'if (x < y) { r = 1; } else if (x == y) { r = 2; } x = 0; y = 0;', 5), ('constant', 'x = 0; y = 0; r = 5;', 3),
       ('sum', 'r = x + y; x = 0; y = 0;', 9),
       ('difference', 'r = x - y; x = 0; y = 0;', 3), ('compared', 'if (x - y > 1) { r = 1; } x = 0; y = 0;', 4), ('back', 'r = (x - y) + y - x; x = 0; y = 0;', 3), ('cancelled', 'r = y + (x - y); x = 0; y = 0;', 3),
       ('far', 'if (x - y > 3 || y - x > 3) { r = 1; } x = 0; y = 0;', 3), ('differences', 'if (x - y < y - x) { r = 1; } x = 0; y = 0;', 4),
       ('width', 'y = choose(x + 1); if (y > x) { r = 1; } x = 0; y = 0;', 3), ('nothing-to-choose', 'r = choose(x); x = 0; y = 0;', 5), ('shifted', 'r = x + 7 - x; x = 0; y = 0;', 3), ('product', 'r = x * 2; x = 0; y = 0;', 6),
       ('same', 'if (x == x) { r = 1; } x = 0; y = 0;', 3), ('kept', 'if (x < 2) { r = 1; } y = 0;', 4), ('fixed', 'if (x == 2) { r = 1; } x = 0; y = 0;', 4),
       ('range', 'if (x > 3 || x < 0) { r = 1; } x = 0; y = 0;', 3), ('set', 's += (x); s += (y); r = sizeof(s); s = default(set[int]); x = 0; y = 0;', 4),
       ('index', 'l += (0, 1); l += (1, 1); l += (2, 2); l += (3, 2); r = l[x]; l = default(seq[int]); x = 0; y = 0;', 4),
       ('negative', 'r = -x; x = 0; y = 0;', 3), ('text', 'if (format("{0}", x) == "2") { r = 1; } x = 0; y = 0;', 4),
       ('printed', 'print format("{0}", x); x = 0; y = 0;', 3))
def what_is_done_with_two_values(t, body, states):
    t.write('a.p', main(f'entry {{ x = choose(4); y = choose(4); send this, eA, 0; }} on eA do {{ {body} }}',
                        'var x: int; var y: int; var r: int; var s: set[int]; var l: seq[int];'))
    for engine in ['--engine=explicit'], ['--engine=explicit', '--search=dfs'], ['--engine=sets']:
        t.check('-Woff', '--progress=off', '--values=open', *engine, 'a.p').expect(0).has(f'tc: holds: exhausted, all {states} state')


# The difference is less than 1, more, or 1, and in each case 1 then: one state, since nothing is known any more of the values that were subtracted.
@cases(('tree', []), ('threads', ['-j3']), ('graph', ['--search=dfs']))
def a_difference_that_becomes_known(t, options):
    t.write('a.p', main('entry { x = choose(5); d = x - choose(5); x = 0; send this, eA, 0; } on eA do { if (d != 1) { d = 1; } }', 'var x: int; var d: int;'))
    t.check('-Woff', '--progress=off', '--engine=explicit', '--values=open', *options, 'a.p').expect(0).has('tc: holds: exhausted, all 3 states')


# A machine without choices gets one, keeps it in its inbox, and compares it: what it then is depends on that.  It fails exactly for 41.
@cases(('tree', ['--engine=explicit']), ('threads', ['--engine=explicit', '-j3']), ('graph', ['--engine=explicit', '--search=dfs']), ('sets', ['--engine=sets']))
def a_deferred_value_is_compared(t, options):
    text = main('entry { var b: machine; b = new B(); send b, eA, choose(100); send b, eB, 40; }', rest='''
machine B { var k: int;
  start state S { defer eA; on eB do (y: int) { k = y; goto T; } }
  state T { on eA do (y: int) { if (y <= k) { k = 0; } else if (y < k + BOUND) { assert false; } } ignore eB; }
}
''').replace('{ Main }', '{ Main, B }')
    t.write('a.p', text.replace('BOUND', '2'))
    t.check('-Woff', '--progress=off', '--values=open', *options, 'a.p').expect(1).has('choose gives 41 ')
    t.write('a.p', text.replace('BOUND', '1'))
    t.check('-Woff', '--progress=off', '--values=open', *options, 'a.p').expect(0).has('tc: holds: exhausted')


@cases(('auto', []), ('sets', ['--engine=sets']), ('sets-p2p', ['--engine=sets', '--network=p2p']))
def one_pair_of_a_hundred_million(t, options):
    t.write('a.p', main('''entry { x = choose(10000); send this, eA, choose(10000); }
      on eA do (y: int) { assert !(x == 3142 && y == 7463), format("{0} and {1}", x, y); }''', 'var x: int;'))
    r = t.check('-Woff', '--progress=off', '--values=open', *options, '--json=a.json', 'a.p').expect(1)
    r.has('tc: violated: assertion failed at a.p:5: 3142 and 7463\n', 'choose gives 3142 ', 'choose gives 7463 ')
    t.run('replay', 'a.json', 'a.p').expect(1).has('3142 and 7463')


@cases(('auto', []), ('sets', ['--engine=sets']))
def the_least_numbers_that_fit(t, options):
    """y > x + 3 and x > 5."""
    t.write('a.p', main('entry { x = choose(100); send this, eA, choose(100); } on eA do (y: int) { if (y > x + 3 && x > 5) { assert false; } }', 'var x: int;'))
    t.check('-Woff', '--progress=off', '--values=open', *options, 'a.p').expect(1).has('choose gives 6 ', 'choose gives 10 ')


# D chooses nothing, so where the state is split its inbox is stored apart, and forks happen in a machine that does not see it.  Five states follow
# each other until D has both values in its inbox.  The last message lets D handle both: `low` is then 0, 1 or 2, on four ways; or the second is
# below the first, or it is not.
@cases(*((f'{name}{end}', options, body, said) for name, body, said in
         (('known', 'if (v < 3) { low = low + 1; }', (0, 'all 8 states', '8 transitions')), ('each-other', 'if (v < last) { low = 1; } last = v;', (0, 'all 7 states', '6 transitions')),
          ('fails', 'assert v != last + 7; last = v;', (1, 'choose gives 7 '))) for end, options in
         (('', []), ('-graph', ['--search=dfs']), ('-tree', ['--engine=explicit']), ('-threads', ['--engine=explicit', '-j4']), ('-sets', ['--engine=sets']))))
def forks_beside_an_inbox_that_is_apart(t, options, body, said):
    t.write('a.p', 'event eA: int; event eGo;\nmachine Main { start state S { entry { var d: D; d = new D(); send d, eA, choose(10); send d, eA, choose(10); send d, eGo; } } }\n'
                   'machine D { var low: int; var last: int;\n  start state W { defer eA; on eGo goto R; }\n'
                   f'  state R {{ on eA do (v: int) {{ {body} }} }}\n}}\ntest tc [main=Main]: {{ Main, D }};\n')
    r = t.check('-Woff', '--progress=off', '--values=open', *options, 'a.p').expect(said[0])
    r.has(*(word for word in said[1:] if '--engine=sets' not in options or 'transitions' not in word))


@cases(('auto', []), ('sets', ['--engine=sets']))
def one_name_after_the_other(t, options):
    """The second value has the name of the first, which is dead by then."""
    t.write('a.p', main('entry { send this, eA, 0; } on eA do { var x: int; x = choose(10); if (x < 3) { send this, eB, 0; } } '
                        'on eB do { var y: int; y = choose(10); assert y < 7; }'))
    t.check('-Woff', '--progress=off', '--values=open', *options, 'a.p').expect(1).has('choose gives 0 ', 'choose gives 7 ')


LARGE = '2147483647 * 2147483647 * 2'  # literals are small


@cases(('most', f'{LARGE} + 2147483647 * 4 + 1'), ('least', f'-({LARGE}) - 2147483647 * 4 - 2'), ('large', LARGE))
def numbers_beyond_all_bounds(t, number):
    """Whatever x is, it is on the same side of the number; to add it makes x known, because a term has a small constant."""
    t.write('a.p', main('entry { x = choose(4); big = ' + number + '; send this, eA, 0; } on eA do { '
                        'assert (x < big) == (big > 0); assert x != big; s += (x); s += (big); assert sizeof(s) == 2; y = x + big; x = 0; s = default(set[int]); }',
                        'var x: int; var y: int; var big: int; var s: set[int];'))
    t.check('-Woff', '--progress=off', '--values=open', 'a.p').expect(0).has('tc: holds: exhausted, all 6 states')


@cases(('auto', []), ('sets', ['--engine=sets']), ('sets-p2p', ['--engine=sets', '--network=p2p']))
def a_name_for_each_value_that_is_alive(t, options):
    """Main has forgotten both values when the Keeper compares them."""
    t.write('a.p', main("entry { k = new Keeper(); send k, eB, choose(10); send this, eA, 0; } on eA do { send k, eB, choose(10); } ignore eB;", 'var k: machine;', """
machine Keeper { var seen: seq[int]; start state S { on eB do (x: int) {
  seen += (sizeof(seen), x); assert sizeof(seen) < 2 || seen[0] != 3 || seen[1] != 8; } } }
""").replace('{ Main }', '{ Main, Keeper }'))
    t.check('-Woff', '--progress=off', '--values=open', *options, 'a.p').expect(1).has('choose gives 3 ', 'choose gives 8 ')


@cases(('auto', []), ('sets', ['--engine=sets']), ('sets-p2p', ['--engine=sets', '--network=p2p']))
def specs_that_compare(t, options):
    """The spec has seen x; then y is less, equal or more.  With numbers it fails for 45 of the 100 pairs."""
    t.write('a.p', main('entry { send this, eA, choose(10); send this, eA, choose(10); } ignore eA;', rest='''
spec Rises observes eA { var last: int; start state S { on eA do (x: int) { assert x >= last; last = x; } } }
''').replace('tc [main=Main]: {', 'tc [main=Main]: assert Rises in {'))
    t.check('-Woff', '--progress=off', '--values=open', *options, 'a.p').expect(1).has('choose gives 1 ', 'choose gives 0 ')


# Main draws z again and again; the spec is hot until what was drawn meets a condition.
DRAWS = '''axiom true; event eA: int; event eHot; event eCool;
spec L observes eHot, eCool { start cold state C { on eHot goto H; ignore eCool; } hot state H { on eCool goto C; ignore eHot; } }
machine Main { var x: int; var i: int; start state S {
  entry { x = choose(1000); announce eHot; send this, eA, 0; }
  on eA do (y: int) { var z: int; %s send this, eA, y; } } }
test tc [main=Main]: assert L in { Main };
'''


@cases(('fair', 'z = choose(40); if (z == 7) { announce eCool; }', [], ': holds: exhausted'),
       ('unfair', 'z = choose(40); if (z == 7) { announce eCool; }', ['--choices=unfair'], ': violated: liveness', 'the run repeats from step 3'),
       ('never', 'z = choose(40); if (z == x + 40) { announce eCool; }', [], ': violated: liveness'),
       ('assumed', 'z = choose(40); assume z < 39;', [], ': unknown: '),
       ('known', 'if (x < 999) { announce eCool; }', [], ': violated: liveness', 'choose gives 999 '),
       ('cools', 'if (x < 999) { announce eCool; } else { announce eCool; }', [], ': holds: exhausted'),
       ('loop', 'while ($) { if (x < 5) { z = 1; } else { z = 2; } }', [], ': violated: liveness'),
       ('another', 'z = choose(2); x = z; announce eCool; announce eHot; while ($) { z = x; }', [], ': holds: exhausted'))
def specs_with_hot_states(t, body, options, *said):
    t.write('a.p', DRAWS % body)
    t.check('-Woff', '--progress=off', '--values=open', *options, 'a.p').has(*said)


# With x open: the start, the entry, two ways of the comparison.
BOUNDED = main('entry { x = choose(9); n = 1; send this, eA, 0; } on eA do { if (x < 4) { r = 1; } n = n + 1; x = 0; }', 'var x: int; var n: int; var r: int;')


@cases(('open', ['--within=Main: n < 1'], "holds within 'Main: n < 1': all 2 states"), ('all', ['--within=Main: n < 3'], f'exhausted, all 4 states, {FIT}, '),
       ('known', ['--within=Main: x < 3'], "holds within 'Main: x < 3': all 11 states"), ('narrow', ['--narrow=8'], 'holds within --narrow=8: all 11 states'),
       ('wide', ['--narrow=9'], f'exhausted, all 4 states, {FIT}, '), ('causal', ['--network=causal'], f'exhausted, all 4 states, {FIT}, '))
def bounded_searches(t, options, said):
    """The entry makes n 1.  A bound on x makes it known: the search begins again with each value.  So does a narrower choice."""
    t.write('a.p', BOUNDED)
    t.check('-Woff', '--progress=off', '--values=open', *options, 'a.p').has(said)


QUORUM = '''event eVote: int;
machine Counter { var size: int; var all: int; start state S { entry (n: int) { size = n; } on quorum(%s) eVote do (votes: seq[int]) { all = votes[0]; assert all < 99; } } }
machine Voter { start state S { entry (c: machine) { send c, eVote, choose(100); } } }
machine Main { start state S { entry { var c: machine; c = new Counter(%s); new Voter(c); new Voter(c); } } }
test tc [main=Main]: { Main, Counter, Voter };
'''


@cases(('two', '2', '2'), ('field', 'size', '2'), ('open', 'size + 1', 'choose(2)'))
def quorums(t, size, made):
    t.write('a.p', QUORUM % (size, made))
    t.check('-Woff', '--progress=off', '--values=open', 'a.p').expect(1).has('violated: assertion failed', 'choose gives 99 ')


@cases(('some', 'x == 42', '1 of 1 scenario'), ('none', 'x == 100', '0 of 1 scenario'))
def scenarios_that_some_value_covers(t, condition, said):
    t.write('a.p', main('entry { var x: int; x = choose(100); if (' + condition + ') { announce eA, x; } } ignore eA;', rest='''
scenario Sees observes eA { start state W { on eA goto Seen; } cold state Seen { ignore eA; } }
'''))
    for engine in 'explicit', 'reduced', 'sets':
        t.check('-Woff', '--progress=off', '--values=open', f'--engine={engine}', 'a.p').expect(0).has(said)


@test
def numbers_that_come_back(t):
    """Along the loop y < x, then a new y > x: one round of it ends where it began."""
    t.write('a.p', DRAWS % 'z = choose(1000); i = 1 - i; if (i == 0) { assume z > x; } else { assume z < x; } x = z;')
    r = t.check('-Woff', '--progress=off', '--values=open', '--choices=unfair', '--json=a.json', 'a.p').expect(1).has('violated: liveness')
    t.run('replay', 'a.json', 'a.p').expect(1).has('liveness')


# Two values for B, in any order.
LETTERS = """event eA: int; event eGo;
machine B { var last: int; start state S { on eA do (x: int) { %s last = x; } } }
machine Main { var x: int; var y: int; start state S { entry { var b: machine; b = new B(); x = choose(10); y = choose(10); send b, eA, x; send b, eA, y; } } }
test tc [main=Main]: { Main, B };
"""


# The one that is sent first arrives first, whether it is the greater one or not; or the other.
@cases(('greater-first', 'last == 7 && x == 3'), ('lesser-first', 'last == 3 && x == 7'), ('differences', 'last - x == 4 && last > 5'))
def letters_that_numbers_put_into_another_order(t, condition):
    t.write('a.p', LETTERS % f'assert !({condition});')
    for search in 'bfs', 'dfs':
        t.check('-Woff', '--progress=off', '--values=open', '--network=bag', f'--search={search}', '--json=a.json', 'a.p').expect(1).has('violated: assertion failed')
        t.run('replay', 'a.json', 'a.p').expect(1).has('assertion failed')


# Main is new; B is new and has three letters; it has begun; one is gone, of three different ones or of two; two are gone; all.  If x == z, the first and the third
# letter are equal, and stand side by side: one transition for both.  Else Main sends none: one more state, and B begins there, too.
@cases(('different', 'false', 1 + 1 + 1 + 3 + 3 + 1, 1 + 1 + 3 + 6 + 3), ('equal', 'x != z', 1 + 1 + 1 + 2 + 2 + 1 + 1, 1 + 1 + 2 + (2 + 1) + 2 + 2),
       ('shifted', 'z != x + 1', 1 + 1 + 1 + 3 + 3 + 1 + 1, 1 + 1 + 3 + 6 + 3 + 2), ('all', 'x != y || y != z', 1 + 1 + 1 + 1 + 1 + 1 + 1, 5 + 2),
       ('known', 'x != 3 || y != 4 || z != 3', 1 + 1 + 1 + 2 + 2 + 1 + 1, 1 + 1 + 2 + (2 + 1) + 2 + 2))
def equal_letters_are_one(t, unless, states, transitions):
    t.write('a.p', f"""event eA: int;
machine B {{ start state S {{ ignore eA; }} }}
machine Main {{ start state S {{ entry {{ var b: machine; var x: int; var y: int; var z: int;
  b = new B(); x = choose(10); y = choose(10); z = choose(10); if ({unless}) {{ return; }} send b, eA, x; send b, eA, y; send b, eA, z; }} }} }}
test tc [main=Main]: {{ Main, B }};
""")
    for options in [], ['--search=dfs'], ['-j3']:
        t.check('-Woff', '--progress=off', '--values=open', '--network=bag', *options, 'a.p').expect(0).has(
            f'tc: holds: exhausted, all {states} states, {FIT}, {transitions} transitions')


@cases(('hot bag', DRAWS % '', ['--network=bag'], 'a spec has hot states, and in a bag'),
       ('bag', TEST, ['--network=bag', '--engine=reduced'], 'with reductions values can stay open only with --network=mbox and p2p'),
       ('hot checkpoint', DRAWS % '', ['--checkpoint=c'], 'a spec has hot states, and the search for cycles needs all states in memory'),
       ('bounded checkpoint', TEST, ['--checkpoint=c', '--narrow=9'], 'open values need all states in memory with --within, --narrow, scenarios and quorums'),
       ('hot sets', DRAWS % '', ['--engine=sets'], 'a spec has hot states, and with --engine=sets values cannot stay open then: use --engine=explicit'),
       ('sets of bags', TEST, ['--engine=sets', '--network=bag'], 'with --engine=sets values can stay open only with --network=mbox and p2p'),
       ('causal sets', TEST, ['--engine=sets', '--network=causal'], 'in causal networks a delivery changes the clocks'),
       ('narrow sets', TEST, ['--engine=sets', '--narrow=9'], 'with --engine=sets values cannot stay open with --narrow'),
       ('quorums of sets', QUORUM % ('2', '2'), ['--engine=sets'], 'with --engine=sets values cannot stay open where a machine has quorum handlers'),
       ('asi', TEST, ['--engine=asi'], '--values: not with --engine=asi'),
       ('dpor', TEST, ['--engine=dpor'], '--values: not with --engine=dpor'),
       ('sample', TEST, ['--engine=sample'], '--values: not with --engine=sample'))
def where_values_cannot_stay_open(t, rest, options, why):
    t.write('a.p', rest if rest.startswith(('axiom', 'event')) else BELOW_17.replace(TEST, rest))
    r = t.check('-Woff', '--progress=off', '--values=open', *options, 'a.p').expect(2, '')
    check(why in r.err and r.err.startswith('synod: error: '), r)


# Each message has a number of its own, which is compared with the greatest so far, and some are kept in a set.
BIDS = """event eBid: (price: int, by: int);
machine Auction { var best: int; var all: set[int]; start state Open { on eBid do (b: (price: int, by: int)) {
  if (b.price > best) { best = b.price; } if (b.by == 2) { all += (b.price); } assert best < LIMIT; } } }
machine Bidder { start state B { entry (my: (at: machine, by: int)) { send my.at, eBid, (price = choose(10000), by = my.by); send my.at, eBid, (price = choose(10000), by = my.by); } } }
machine Main { start state S { entry { var a: machine; a = new Auction(); new Bidder((at = a, by = 1)); new Bidder((at = a, by = 2)); } } }
spec Watch observes eBid { var last: int; start state S { on eBid do (b: (price: int, by: int)) { if (b.price > last) { last = b.price; } } } }
test tc [main=Main]: assert Watch in { Main, Auction, Bidder };
"""


@cases(('mbox', []), ('p2p', ['--network=p2p']), ('bag', ['--network=bag']), ('faults', ['--faults=loss=1,dup=1,crash=1']), ('threads', ['-j3']))
def a_stopped_search_goes_on(t, options):
    t.write('a.p', BIDS.replace('LIMIT', '10000'))
    args = ['a.p', '--values=open', *options]
    fresh = t.result(*args, code=0)
    check(fresh['states'] > 150, f'{fresh}')
    for states in 3, 40, 150:
        t.check('-q', '-Woff', *args, f'--max-states={states}', '--checkpoint=c').expect(3)
        again = t.result(*args, '--resume=c', code=0)
        for what in 'states', 'transitions', 'depth', 'coverage':
            check(again[what] == fresh[what], f'{what}: {again}')


@test
def a_stopped_search_goes_on_to_a_violation(t):
    t.write('a.p', BIDS.replace('best < LIMIT', 'sizeof(all) < 2 || best != 4711'))
    for network in 'mbox', 'bag':
        args = ['-Woff', '--progress=off', 'a.p', '--values=open', f'--network={network}']
        t.check(*args, '-q', '--max-states=8', '--checkpoint=c').expect(3)
        t.check(*args, '--resume=c', '--json=a.json').expect(1).has('violated: assertion failed', 'choose gives 4711 ')
        t.run('replay', 'a.json', 'a.p').expect(1).has('assertion failed')


@test
def a_search_of_other_values_does_not_go_on(t):
    t.write('a.p', BELOW_17)
    other = {'open': 'each', 'each': 'open'}
    for values in other:
        t.check('-q', '-Woff', 'a.p', f'--values={values}', '--max-states=2', '--checkpoint=c').expect(3)
        r = t.check('-q', '-Woff', 'a.p', f'--values={other[values]}', '--resume=c').expect(2, '')
        check('it was written for another choice of --values' in r.err, r)


@test
def each_value_is_what_most_engines_try(t):
    t.write('a.p', BELOW_17)
    for engine in 'reduced', 'asi', 'sets', 'explicit':
        r = t.check('-Woff', '--progress=off', '--values=each', f'--engine={engine}', 'a.p').expect(0).has('tc: holds: ')
        check(('synod: --values has no effect' in r.err) == (engine == 'asi'), r)


@test
def an_unknown_word(t):
    t.check('--values=some', 'a.p').expect(2, '').has('--values', 'some')


# 50^4 initial messages.  Open: the start; one message; three orders of a and b, then of the least and c, ... whatever: the verdict is what counts.
WIDE = main('entry { var l: seq[int]; l += (0, choose(50)); l += (0, choose(50)); l += (0, choose(50)); l += (0, choose(50)); k = l; send this, eA, 0; } '
            'on eA do { if (k[0] < k[1]) { goto A; } if (k[2] == k[3]) { goto B; } }', 'var k: seq[int];')


@test
def auto_leaves_values_open_where_a_step_is_too_wide(t):
    t.write('a.p', WIDE)
    r = t.check('-Woff', '--progress=off', '--json=a.json', 'a.p').expect(0)
    r.has('tc: holds: exhausted, all ', FIT)
    result = t.json('a.json')['results'][0]
    check(result['options']['values'] == 'open' and result['engine'] == 'explicit' and result['coverage']['branches']['seen'] == 4, f'{result}')
    t.check('-Woff', '--progress=off', '--values=each', 'a.p').expect(3).has('one step has too many outcomes')


@test
def auto_finds_rare_violations_of_wide_steps(t):
    """One combination in 6,250,000."""
    t.write('a.p', WIDE.replace('if (k[0] < k[1]) { goto A; }', 'assert !(k[0] == 17 && k[1] == 4 && k[2] == 44 && k[3] == 0);'))
    t.check('-Woff', '--progress=off', 'a.p').expect(1).has(*(f'choose gives {n} ' for n in (17, 4, 44, 0)))


@cases(('auto', [], 'states'), ('sets', ['--engine=sets'], f'states, {FIT}, in '))
def a_limit_of_states_counts_open_ones(t, options, said):
    t.write('a.p', main('entry { send this, eA, choose(10); } on eA do (y: int) { n = n + 1; send this, eA, choose(10); }', 'var n: int;'))
    r = t.check('-Woff', '--progress=off', '--values=open', '--max-states=50', *options, 'a.p').expect(3).has('the state limit was reached after 5', said)
    check('after 50 states' in r.out or options, r)


@cases(('auto', []), ('sets', ['--engine=sets']))
def a_limit_of_memory_is_kept_within_a_wide_step(t, options):
    """The product makes both values known, and each of a million messages is a state and values of its own."""
    t.write('a.p', main('entry { send this, eA, choose(1000) * choose(1000) * choose(1000); } ignore eA;'))
    t.check('-Woff', '--progress=off', '--values=open', '--max-memory=150', *options, 'a.p').expect(3).has('the memory limit was reached')


TWO = 'event e: int;\nmachine B {{ start state I {{ on e do (x: int) {{ var b: bool; {} }} }} }}\n' \
      'machine Main {{ start state S {{ entry {{ var b: machine; var x: int; b = new B(); x = choose(10); if (x >= 5) {{ send b, e, x; }} }} }} }}\n' \
      'test t [main=Main]: {{ Main, B }};\n'
FOR_EVER = 'while (true) { b = $; if (b) { b = false; } }'


@cases(('two-loops', TWO.format(f'if (x < 5) {{ {FOR_EVER} }} else {{ {FOR_EVER} }}'), 'violated: runaway'),
       ('some-end', TWO.format(f'if (x < 5) {{ {FOR_EVER} }} if (x < 8) {{ {FOR_EVER} }}'), 'violated: runaway'),
       ('none-gets-there', TWO.format(f'if (x < 5) {{ {FOR_EVER} }}'), 'holds: exhausted'),
       ('new-values', 'machine Main { start state S { entry { var x: int; while (true) { x = choose(5); } } } }\ntest t [main=Main]: { Main };\n', 'violated: runaway'),
       ('raises', """event e;
machine Main { var x: int; start state S { entry { send this, e; } on e do { x = choose(5); if (x < 2) raise e; else { goto S; } } } }
test t [main=Main]: { Main };
""", 'holds: exhausted'))
def loops_of_choices(t, model, said):
    """Of the loops behind a comparison, the values of a state may get to any."""
    t.write('a.p', model)
    for values in 'open', 'each':
        t.check('-Woff', '--progress=off', f'--values={values}', '--engine=explicit', '--max-traces=0', 'a.p').has(f't: {said}')


# Main has an `if` with both outcomes; B gets numbers from 5 to 9.
@cases(('none', 'if (x < 5) { b = true; }', 3), ('all', 'if (x > 4) { b = true; }', 3), ('some', 'if (x == 7) { b = true; }', 4),
       ('behind', 'if (x < 7) { if (x > 7) { b = true; } }', 5), ('bounds', 'if (x < 7) { if (x > 5) { b = true; } }', 6),
       ('two-ways', 'if ($) { b = true; } else { b = true; }', 4), ('each-way', 'if ($) { if (x < 5) { b = true; } } else { if (x < 6) { b = false; } } b = true;', 7),
       ('before', 'if (x < 7) { b = true; } assume x < 7;', 4), ('ruled-out', 'assume x > 6; if (x < 7) { b = true; }', 3),
       ('asserted', 'if (x > 6) { assert x > 6; }', 4), ('known', 'if (x * x == 25) { b = true; } if (x * x == 16) { b = true; }', 5))
def coverage_counts_what_some_number_does(t, body, outcomes):
    """Main runs 10 numbers and B 5; both sides of a condition count if some number takes them."""
    t.write('a.p', 'axiom true;\n' + TWO.format(body))
    for values, engine in ('open', 'explicit'), ('open', 'sets'), ('each', 'explicit'):
        c = t.result('a.p', f'--values={values}', f'--engine={engine}', code=0)['coverage']
        taken = [w for b in c['branches']['list'] for w in b['taken']]
        check(len(taken) == outcomes, f'{values} {engine}: {c["branches"]}')


# A goes on before its message arrives, and a spec ends each run there.
NEVER = '''axiom true;
event e;
event f;
machine Main { start state Init { entry { new A(this); goto S; } } state S { on e goto T; } state T { ignore f; } }
machine A { var m: Main; var n: int; start state Init { entry (p: Main) { m = p; goto S; } } state S { entry { send m, e; %s announce f; } } }
spec Watch observes f { start state S { on f do { assume (false); } } }
test tc [main=Main]: assert Watch in { Main, A };
'''


@cases(('all-end', '', False), ('one-ends', 'if ($)', True), ('both-end', 'if ($) { n = 1; }', False))
def coverage_without_messages_that_never_arrive(t, before, is_handled):
    """The handler of e counts only if a run goes on behind the sender."""
    t.write('a.p', NEVER % before)
    for values in 'open', 'each':
        for how in ['--engine=explicit', '--search=dfs'], ['--engine=explicit'], ['--engine=sets']:
            c = t.result('a.p', f'--values={values}', *how, code=0)['coverage']
            check(c['events']['list'][0] == {'name': 'e', 'sent': True, 'handled': is_handled}, f'{values} {how}: {c}')


@cases(('never', 'if (x < 5) { assert b; }', True), ('once', 'if (x < 6) { assert x == 5; }', False))
def an_assertion_that_no_number_reaches_is_vacuous(t, body, is_vacuous):
    t.write('a.p', TWO.format(body))
    r = t.check('-Woff', '--progress=off', '--values=open', 'a.p').expect(0).has('  coverage: 2 of 2 states, ')
    check(('vacuous: ' in r.out) == is_vacuous, r)


# Three machines that send themselves a message with x, and forget it.  In all orders: each is new, waits, or has compared: x < 3 or x >= 3, which it keeps.
APART = """event e: int;
machine W { var r: bool; start state S { entry { send this, e, choose(10); } on e do (x: int) { r = x < 3; } } }
machine Main { start state S { entry { new W(); new W(); new W(); } } }
test t [main=Main]: { Main, W };
"""


MANY_BIDS = """event eBid: (who: int, price: int);
machine Auction { var best: int; var winner: int; start state Open { on eBid do (bid: (who: int, price: int)) {
  if (bid.price > best) { best = bid.price; winner = bid.who; } assert winner > 0 || bid.price == 0; } } }
machine Bidder { start state Bidding { entry (my: (auction: machine, who: int)) { send my.auction, eBid, (who = my.who, price = choose(10000)); } } }
machine Main { start state Go { entry { var auction: machine; var i: int; auction = new Auction();
  while (i < BIDDERS) { i = i + 1; new Bidder((auction = auction, who = i)); } } } }
test tc [main=Main]: { Main, Auction, Bidder };
"""


@cases(('mbox', []), ('p2p', ['--network=p2p']), ('loss', ['--faults=loss=1']), ('crash', ['--faults=crash=1']), ('order', ['--order=created']))
def sets_of_open_states(t, options):
    t.write('a.p', MANY_BIDS.replace('BIDDERS', '6'))
    counts = [t.result('a.p', '--values=open', f'--engine={e}', *(o for o in options if e == 'sets' or 'order' not in o), code=0)['states'] for e in ('explicit', 'sets')]
    check(counts[0] == counts[1] > 100, f'{counts}')


# Main passes x on while it is observed and makes another value: x, which is below 3, is in no machine then.
PASSED_ON = """event eA: int; event eO: int;
spec W observes eO { start state S { on eO do (y: int) { } } }
machine B { start state S { on eA do (x: int) { assert x < 3; } } }
machine Main { var f: int; start state S { entry { var b: machine; var x: int; b = new B(); x = choose(10); if (x < 3) { send b, eA, x; announce eO, 1; f = choose(5); } } } }
test tc [main=Main]: assert W in { Main, B };
"""


@cases(*((f'{engine}-{network}', engine, network) for engine in ('explicit', 'sets') for network in ('mbox', 'p2p')))
def what_is_known_of_a_message_that_is_passed_on(t, engine, network):
    t.write('a.p', PASSED_ON)
    t.check('-Woff', '--progress=off', '--values=open', f'--engine={engine}', f'--network={network}', 'a.p').expect(0).has('tc: holds: exhausted')


@test
def choices_of_hot_runs_are_explained(t):
    """An outcome of a step whose choices count for fairness keeps where they were made."""
    t.write('a.p', """event eGo; event eDone;
machine C { start state S { entry { send this, eGo; } on eGo do { if (choose(3) % 2 == 1) { announce eDone; } } } }
spec L observes eDone { start hot state H { on eDone goto D; } cold state D { } }
test tc [main=C]: assert L in { C };
""")
    for search in 'bfs', 'dfs':
        t.check('-Woff', '--progress=off', '--values=open', '--explain-values', f'--search={search}', 'a.p').expect(1).has('violated: liveness', 'became known for')


@test
def sets_explain_no_values(t):
    t.write('a.p', BELOW_17)
    r = t.check('-Woff', '--progress=off', '--values=open', '--engine=sets', '--explain-values', 'a.p').expect(0)
    check('--explain-values has no effect with --engine=sets' in r.err and '  values: ' not in r.out, r)


@test
def reductions_with_open_values(t):
    """Of 3 waiting machines one goes on at a time: 1 state, then 2, 4 and 8; in all orders 3 ** 3 for those that have a message or an answer."""
    t.write('a.p', APART)
    counts = {e: t.result('a.p', '--values=open', f'--engine={e}', code=0)['states'] for e in ('explicit', 'reduced')}
    check(counts['reduced'] == 15 and counts['explicit'] > 27, f'{counts}')


# A machine that goes round for ever, and learns; and one that fails, whose messages must not be postponed for ever.
ROUND = """event e: int;
machine Q { start state S { entry { send this, e, 3; } on e do (x: int) { assert x != 3; } } }
machine Main { var x: int; start state S {
  entry { new Q(); x = choose(10); send this, e, 0; }
  on e do (y: int) { if (x < 5) { send this, e, y; } else { x = choose(10); send this, e, 0; } } } }
test t [main=Main]: { Main, Q };
"""


@cases(('round', ROUND, 'violated: assertion failed'), ('numbers', ROUND.replace('this, e, 3', 'this, e, choose(7)'), 'choose gives 3 '),
       ('late', ROUND.replace('new Q(); x', 'x').replace('x = choose(10); send this, e, 0; } } }', 'new Q(); send this, e, 1 - y; x = choose(10); } } }'), 'violated'))
def what_a_reduction_postpones_with_open_values(t, model, said):
    t.write('a.p', model)
    for network in 'mbox', 'p2p':
        r = t.check('-Woff', '--progress=off', '--values=open', '--engine=reduced', f'--network={network}', '--json=a.json', 'a.p').expect(1).has(said)
        check('no concrete run' not in r.out, r)
        t.run('replay', 'a.json', 'a.p').expect(1)


@cases(('tree', ['--engine=explicit']), ('graph', ['--engine=explicit', '--search=dfs']), ('sets', ['--engine=sets']))
def more_forks_of_a_spec_than_can_be_numbered(t, options):
    """2 ** 17 ways of 17 observations: none of them may be forgotten."""
    t.write('a.p', """event o: int;
spec Sp observes o { var n: int; start state A { on o do (x: int) { n = n + 1; if (x < 1) { n = n + 0; } else { assert n != 7; } } } }
machine Main { start state S { entry { var i: int; while (i < 17) { i = i + 1; announce o, choose(2); } } } }
test t [main=Main]: assert Sp in { Main };
""")
    r = t.check('-Woff', '--progress=off', '--no-shrink', '--values=open', 'a.p', *options)
    check(r.code in (1, 3) and 'holds' not in r.out, r)


@cases(('tree', ['--engine=explicit']), ('sets', ['--engine=sets']))
def more_forks_of_a_spec_than_a_trace_can_have(t, options):
    """A thousand ways of ten observations, and a message later it fails."""
    t.write('a.p', """event o: int; event e; event q;
spec Sp observes o, q { var n: int; start state A { on o do (x: int) { if (x < 1) { n = n + 0; } else { n = n + 1; } } on q do { assert n != 9; } } }
machine Main { start state S { entry { var i: int; while (i < 10) { i = i + 1; announce o, choose(2); } send this, e; } on e do { announce q; } } }
test t [main=Main]: assert Sp in { Main };
""")
    r = t.check('-Woff', '--progress=off', '--no-shrink', '--values=open', 'a.p', *options)
    check(r.code in (1, 3) and 'holds' not in r.out, r)


@cases(('auto', []), ('sets', ['--engine=sets']))
def more_values_than_have_names(t, options):
    """Of each hundred steps, 64 values stay open, and no machine has more than 1024 names."""
    t.write('a.p', """event e;
machine Main { var s: seq[int]; start state S { entry { send this, e; }
  on e do { var i: int; while (i < 60) { s += (0, choose(3)); i = i + 1; } send this, e; } } }
test t [main=Main]: { Main };
""")
    t.check('-Woff', '--progress=off', '--values=open', *options, 'a.p').expect(3).has('there are too many different values')


@cases(('auto', []), ('sets', ['--engine=sets']))
def a_constant_that_gets_too_large(t, options):
    t.write('a.p', """event e: (int, int);
machine Main { start state S { entry { var x: int; var y: int; var z: int; y = choose(10); x = choose(10); z = x + 1073741824;
    if (x - 5 == y) { send this, e, (z, y); } }
  on e do (p: (int, int)) { assert p.0 != 1073741824 + 9; } } }
test t [main=Main]: { Main };
""")
    r = t.check('-Woff', '--progress=off', '--values=open', '--max-traces=0', *options, 'a.p')
    check(r.code in (1, 3) and 'holds' not in r.out, r)


@test
def runs_that_are_cut_off_leave_it_unknown(t):
    t.write('a.p', main('entry { var x: int; x = choose(10); while (x > 5) { n = n + 1; } send this, eA, x; } ignore eA;', 'var n: int;'))
    t.check('-Woff', '--progress=off', '--values=open', '--max-instructions=1000', 'a.p').expect(3).has('unknown')


# Of x and y of choose(4), made in lines 2 and 3; the body is in line 5.
@cases(('nothing', 'r = x;', []), ('product', 'r = x * 2;', [(2, 'a product', 1, 4)]), ('sum', 'r = x + y;', [(2, 'a sum', 1, 4), (3, 'a sum', 4, 4)]),
       ('less', 'if (x < 2) { r = x / 2; }', [(2, 'a quotient', 1, 2)]), ('twice', 'r = x * 2; r = x * 3;', [(2, 'a product', 1, 4)]),
       ('one-is-left', 'if (x == 2) { r = x * 2; }', []), ('remainder', 'r = x % 2;', [(2, 'a remainder', 1, 4)]), ('negation', 'r = -y;', []), ('difference', 'r = x - y;', []),
       ('of-differences', 'r = (x - y) * 2;', [(2, 'a product', 1, 7), (3, 'a product', 1, 7)]), ('two-differences', 'if (x - y < y - x) { r = 1; }', [(2, 'a comparison', 1, 7), (3, 'a comparison', 1, 7)]),
       ('index', 'l += (0, 1); l += (1, 1); l += (2, 1); l += (3, 1); r = l[y];', [(3, 'an index', 1, 4)]), ('width', 'r = choose(x);', [(2, 'the width of a choice', 1, 4)]), ('open-width', 'r = choose(x + 1);', []),
       ('text', 'if (format("{0}", y) == "") { r = 1; }', [(3, 'a text', 1, 4)]), ('float', 'if (x to float > 0.5) { r = 1; }', [(2, 'a float', 1, 4)]),
       ('equal', 'if (x == y) { r = x * 2; }', [(2, 'a product', 1, 4)]))
def why_values_become_known(t, body, reasons):
    t.write('a.p', f"""event eA: int; machine Main {{ var x: int; var y: int; var r: int; var l: seq[int]; start state S {{ entry {{
      x = choose(4);
      y = choose(4);
      send this, eA, 0; }} on eA do {{
      {body} }} }} }}
{TEST}""")
    r = t.check('-Woff', '--progress=off', '--values=open', '--explain-values', 'a.p').expect(0)
    lines = [f'  values: the choice at a.p:{line} became known for {what} at a.p:5: {times} time{"" if times == 1 else "s"}, {ways} ways'
             + ('' if times == 1 else ' at the most') for line, what, times, ways in sorted(reasons, key=lambda x: (-x[2], x[0]))]
    check([x for x in r.out.splitlines() if 'values: ' in x] == (lines or ['  values: no operation made a choice known']), r)
    found = t.result('a.p', '--values=open', '--explain-values', code=0)['known_values']
    check([(x['choice']['line'], x['for'], x['times'], x['ways']) for x in found] == sorted(reasons, key=lambda x: (-x[2], x[0])), f'{found}')
    check(all(x['line'] == 5 for x in found), f'{found}')


@test
def one_name_for_two_places(t):
    """f of line 4 gets the name that f of line 2 had; z of line 4 is known in the step that makes it."""
    t.write('a.p', """event eA: int; event eB: int; machine Main { var f: int; start state S { entry {
      f = choose(5); send this, eA, 0; } on eA do (n: int) { var z: int; if (n == 0) {
      f = f * 0; send this, eA, 1; } else {
      z = choose(3); z = z * 2; f = choose(5); send this, eB, 0; } }
      on eB do (n: int) { f = f * 0; } } }
""" + TEST)
    found = t.result('a.p', '--values=open', '--explain-values', code=0)['known_values']
    check(sorted((x['choice']['line'], x['line'], x['times'], x['ways']) for x in found) == [(2, 3, 1, 5), (2, 5, 1, 5), (4, 4, 1, 3), (4, 5, 1, 5)], f'{found}')


@test
def a_choice_below_itself(t):
    """The place that makes x known is that of its choice."""
    t.write('a.p', 'event eA: int; machine Main { var x: int; start state S { entry { x = 3; send this, eA, 0; } on eA do (n: int) { if (n < 2) {\n'
                   'x = choose(x * x + 1); send this, eA, n + 1; } } } }\n' + TEST)
    found = t.result('a.p', '--values=open', '--explain-values', code=0)['known_values']
    check([(x['choice']['line'], x['line'], x['for'], x['times'], x['ways']) for x in found] == [(2, 2, 'a product', 1, 10)], f'{found}')


@test
def choices_that_cannot_stay_open(t):
    """A step has 64 at the most."""
    t.write('a.p', 'machine Main { start state S { entry { var i: int; var x: int;\nwhile (i < 65) { x = choose(3); i = i + 1; } } } }\n' + TEST)
    t.check('-Woff', '--progress=off', '--values=open', '--explain-values', 'a.p').expect(0).has(
        '  values: the choice at a.p:2 did not stay open, each value was tried: 1 time, 3 ways\n')
    check(t.result('a.p', '--values=open', '--explain-values', code=0)['known_values'][0]['for'] is None, 'there is none')


@test
def nothing_to_explain(t):
    t.write('a.p', BELOW_17)
    t.check('-Woff', '--progress=off', '--values=each', '--explain-values', 'a.p').expect(0).has('  values: no choice was left open, see --values\n')
    check('known_values' not in t.result('a.p', '--explain-values', '--values=each', code=0), 'there are some')
    t.check('-q', '-Woff', 'a.p', '--values=open', '--explain-values').expect(0, '', '')


if __name__ == '__main__':
    sys.exit(harness.main())
