// A spec that takes long is cut off, too.
// run:
// verdict: unknown
// run: --engine=reduced
// verdict: unknown
// run: --engine=sets
// verdict: unknown
// run: --engine=dpor
// verdict: unknown
// run: --max-instructions=20000000
// verdict: holds
event eA;
machine Main { start state Run { entry { announce eA; } } }
spec Slow observes eA {
  var n: int;
  start state Run { on eA do { while (n < 1000000) { n = n + 1; } } }
}
test t [main=Main]: assert Slow in { Main };
// not for naive
