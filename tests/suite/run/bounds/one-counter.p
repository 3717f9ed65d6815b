// The machine ticks for ever.  By hand: it is new, or has begun and counted 0 to 4; only
// the last of these states is outside, and every other state has one transition.
// flags: --within=Main:term<=3
// verdict: within
// states: 6
// transitions: 5
// run: --search=dfs
// verdict: within
// states: 6
// transitions: 5
// run: --within=Main:term<=1
// verdict: within
// states: 4
// transitions: 3
event eTick;

machine Main {
  var term: int;
  start state S {
    entry { send this, eTick; }
    on eTick do { term = term + 1; send this, eTick; }
  }
}
