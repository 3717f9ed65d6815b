// Two senders, two targets, each target sees the other sender's message first: no global order of sends
// allows that, and no cause forbids it.
// verdict: holds
// states: 50
// transitions: 89
// run: --network=p2p
// verdict: violated: assertion @43
// run: --network=causal
// verdict: violated: assertion @43
// run: --network=bag
// verdict: violated: assertion @43
event eItem: string;
event eFirst: string;
machine Main {
  start state Only {
    entry {
      var c: machine;
      var d: machine;
      c = new Target();
      d = new Target();
      new Src((one = c, two = d, name = "a"));
      new Src((one = d, two = c, name = "b"));
    }
  }
}
machine Src {
  start state Only {
    entry (p: (one: machine, two: machine, name: string)) {
      send p.one, eItem, p.name + "1";
      send p.two, eItem, p.name + "2";
    }
  }
}
machine Target {
  start state Only { on eItem do (m: string) { announce eFirst, m; goto Done; } }
  state Done { ignore eItem; }
}
spec NoCircle observes eFirst {
  var firsts: set[string];
  start state Only {
    on eFirst do (m: string) {
      firsts += (m);
      assert !("b2" in firsts && "a2" in firsts);
    }
  }
}
