// A run that ends outside the bound ends all the same, and its end is judged.
// run: --within=Main:term<=1
// verdict: violated: liveness @15
// run: --within=Main:term<=0
// verdict: within
// run: --within=Main:term<=1 --search=dfs
// verdict: violated: liveness @15
event eTick;
event eCold;

spec Waits observes eCold {
  start state Begin {
    entry { goto Hot; }
  }
  hot state Hot { on eCold goto Begin; }
}

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

test tc [main=Main]: assert Waits in { Main };
