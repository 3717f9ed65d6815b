// A spec that stays hot in a cycle within the bound is a violation; a cycle that leaves
// the bound is not looked at.
// run: --within=Main:term<=1
// verdict: violated: liveness @11
// run: --within=Main:term<=0
// verdict: within
event eTick;
event eCold;

spec Waits observes eCold {
  start hot state Hot { on eCold goto Hot; }
}

machine Main {
  var term: int;
  start state S {
    entry { send this, eTick; }
    on eTick do {
      term = 1 - term;
      send this, eTick;
    }
  }
}

test tc [main=Main]: assert Waits in { Main };
