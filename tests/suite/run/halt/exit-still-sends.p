// What the exit function of a halting machine sends arrives.
// verdict: violated: assertion @8 bye
event eBye;
machine Main {
  start state Only {
    entry { new Guest(this); }
    on eBye do {
      assert false, "bye";
    }
  }
}
machine Guest {
  var host: machine;
  start state Only { entry (h: machine) { host = h; raise halt; } exit { send host, eBye; } }
}
