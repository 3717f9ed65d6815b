// An event may be a value; which handler runs depends on it.
// verdict: violated: assertion @10 no
event eYes;
event eNo;
machine Main {
  start state Only {
    entry { var all: seq[event]; all += (0, eYes); all += (1, eNo); send this, choose(all); }
    on eYes do { }
    on eNo do {
      assert false, "no";
    }
  }
}
