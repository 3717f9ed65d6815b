// In P's own network a broadcast reaches the machines of a set in the order of their names: who comes first may greet
// the other one before the broadcast does.  For one of the two choices of `chosen` that is the greeter, for the other
// choice it is not.  So workers are not symmetric here, and an engine that believed so would miss the violation of one
// of the tests.  Other networks let the broadcast come late in any case.
// flags: --engine=reduced --symmetry=exact
// verdict tcForeach___isGreeter_false: violated: assertion @27 greeted too early
// verdict tcForeach___isGreeter_true: violated: assertion @27 greeted too early
// verdict tcIndex___isGreeter_false: violated: assertion @27 greeted too early
// verdict tcIndex___isGreeter_true: violated: assertion @27 greeted too early
// run: --network=p2p
// verdict tcForeach___isGreeter_false: violated: assertion @27 greeted too early
// verdict tcForeach___isGreeter_true: violated: assertion @27 greeted too early
// verdict tcIndex___isGreeter_false: violated: assertion @27 greeted too early
// verdict tcIndex___isGreeter_true: violated: assertion @27 greeted too early
param isGreeter: bool;
event eNext;
event eBegin: (chosen: machine, all: set[machine]);
event eGreeting;

machine W {
  start state Before {
    on eBegin goto Begun with (p: (chosen: machine, all: set[machine])) {
      var other: machine;
      other = choose(p.all);
      if ((this == p.chosen) == isGreeter && other != this) send other, eGreeting;
    }
    on eGreeting do { assert false, "greeted too early"; }
  }
  state Begun { ignore eGreeting; }
}

machine Foreach {
  var all: set[machine]; var chosen: machine;
  start state S {
    entry { all += (new W()); all += (new W()); chosen = choose(all); send this, eNext; }
    on eNext do {
      var m: machine;
      foreach (m in all) send m, eBegin, (chosen = chosen, all = all);
    }
  }
}
test param (isGreeter in [false, true]) tcForeach [main=Foreach]: { Foreach, W };

machine Index {
  var all: set[machine]; var chosen: machine;
  start state S {
    entry { all += (new W()); all += (new W()); chosen = choose(all); send this, eNext; }
    on eNext do {
      var i: int;
      while (i < sizeof(all)) { send all[i], eBegin, (chosen = chosen, all = all); i = i + 1; }
    }
  }
}
test param (isGreeter in [false, true]) tcIndex [main=Index]: { Index, W };
