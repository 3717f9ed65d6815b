// A message may arrive between the look at the queue and the null handler.
// verdict: violated: assertion @21 too late
event eItem;
event eArrived;
event eTaken;
event eIdle;
machine Main {
  start state Only {
    entry { new Src(this); }
    on eItem do { announce eTaken; goto Done; }
    on null do { announce eIdle; goto Done; }
  }
  state Done { ignore eItem; }
}
machine Src { start state Only { entry (m: machine) { send m, eItem; announce eArrived; } } }
spec Watch observes eArrived, eTaken, eIdle {
  start state Empty { on eArrived goto Full; ignore eTaken, eIdle; }
  state Full {
    ignore eTaken;
    on eIdle do {
      assert false, "too late";
    }
  }
}
