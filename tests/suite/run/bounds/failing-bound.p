// A bound that fails in a state does not hold there.  By hand: new, and begun, where the
// map has no key.
// flags: --within=Main:seen[term]==1
// verdict: within
// states: 2
// transitions: 1
event eTick;

machine Main {
  var term: int;
  var seen: map[int, int];
  start state S {
    entry { send this, eTick; }
    on eTick do { term = term + 1; seen[term] = 1; send this, eTick; }
  }
}
