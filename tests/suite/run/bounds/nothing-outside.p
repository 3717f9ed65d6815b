// A bound that no state exceeds changes nothing: the verdict is a plain one.  By hand: new,
// 0, 1 and 2, in which the run ends.
// verdict: holds
// states: 4
// transitions: 3
// run: --within=Main:term<=2
// verdict: holds
// states: 4
// transitions: 3
// run: --within=Main:term<=2 --search=dfs
// verdict: holds
// states: 4
// transitions: 3
// run: --within=Main:term<=1
// verdict: holds
// states: 4
// transitions: 3
// run: --within=Main:term<=0
// verdict: within
// states: 3
// transitions: 2
event eTick;

machine Main {
  var term: int;
  start state S {
    entry { send this, eTick; }
    on eTick do {
      term = term + 1;
      if (term < 2) { send this, eTick; }
    }
  }
}
