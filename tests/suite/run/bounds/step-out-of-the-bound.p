// The transition that leaves the bound is made and checked; the next one is not.  By hand:
// new, 0 to 2, and 3, which is outside.
// run: --within=Main:term<=2
// verdict: within
// states: 5
// transitions: 4
// run: --within=Main:term<=3
// verdict: violated: assertion @23 four
// run: --within=Main:term<=3 --search=dfs
// verdict: violated: assertion @23 four
// run: --max-depth=4
// verdict: within
// states: 5
// transitions: 4
// run: --max-depth=5
// verdict: violated: assertion @23 four
event eTick;

machine Main {
  var term: int;
  start state S {
    entry { send this, eTick; }
    on eTick do { term = term + 1; assert term < 4, "four"; send this, eTick; }
  }
}
