// Main waits in a receive, and the spec is hot, until the third tick.  A state that is not
// expanded is no deadlock and no hot end of a run.  Without the bound the run ends well.
// verdict: holds
// run: --within=Clock:time<=1
// verdict: within
// run: --within=Clock:time<=1 --search=dfs
// verdict: within
// run: --within=Waits:seen<=0
// verdict: within
// run: --max-depth=6
// verdict: within
event eTick;
event eDone;

spec Waits observes eTick, eDone {
  var seen: int;
  start hot state S {
    on eTick do { seen = seen + 1; }
    on eDone goto Cold;
  }
  cold state Cold { ignore eTick; }
}

machine Clock {
  var time: int;
  var owner: machine;
  start state S {
    entry (m: machine) { owner = m; send this, eTick; }
    on eTick do {
      time = time + 1;
      if (time < 3) { send this, eTick; } else { send owner, eDone; }
    }
  }
}

machine Main {
  start state S {
    entry {
      new Clock(this);
      receive { case eDone: { } }
    }
  }
}

test tc [main=Main]: assert Waits in { Main, Clock };
