// The spec is cold whenever 2 is chosen.  --narrow=2 takes 0 and 4 for ever, which is not
// fair: no violation, as without the option.  If choices are unfair, it is one.
// verdict: holds
// run: --narrow=2
// verdict: within
// run: --narrow=3
// verdict: within
// run: --narrow=2 --engine=sets
// verdict: within
// run: --choices=unfair
// verdict: violated: liveness @21
// run: --choices=unfair --narrow=2
// verdict: violated: liveness @21
// run: --choices=unfair --narrow=2 --engine=sets
// verdict: violated: liveness @21
event eTick;
event eCold;
event eHot;

spec Waits observes eCold, eHot {
  start hot state Hot {
    on eCold goto Cold;
    ignore eHot;
  }
  cold state Cold {
    on eHot goto Hot;
    ignore eCold;
  }
}

machine Main {
  start state S {
    entry { send this, eTick; }
    on eTick do {
      announce eHot;
      if (choose(5) == 2) { announce eCold; }
      send this, eTick;
    }
  }
}

test tc [main=Main]: assert Waits in { Main };
