// --narrow=2 chooses the oldest or the youngest worker.  Only if the first one to answer is
// the one in between, both can be chosen and neither of them be it.  Workers that may be
// exchanged would hide that: the first to answer is then the same in all states.
// run: --narrow=2
// verdict: violated: assertion @43 neither
// run: --narrow=2 --engine=reduced --symmetry=off
// verdict: violated: assertion @43 neither
// run: --narrow=2 --engine=reduced --symmetry=exact
// verdict: violated: assertion @43 neither
// run: --narrow=2 --engine=asi --symmetry=exact
// verdict: violated: assertion @43 neither
// run: --narrow=2 --engine=sets
// verdict: violated: assertion @43 neither
event eHello: machine;
event eGo;

machine Worker {
  start state S {
    entry (m: machine) { send m, eHello, this; }
  }
}

machine Main {
  var all: set[machine];
  var first: machine;
  start state S {
    entry {
      all += (new Worker(this));
      all += (new Worker(this));
      all += (new Worker(this));
    }
    on eHello do (m: machine) {
      if (first == null) {
        first = m;
        send this, eGo;
      }
    }
    on eGo do {
      var one: machine;
      var other: machine;
      one = choose(all);
      other = choose(all);
      assert one == other || one == first || other == first, "neither";
    }
  }
}
