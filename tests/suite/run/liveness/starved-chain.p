// Fairness carries through a chain of machines, message by message.
// verdict: holds
// states: 6
// transitions: 8
event eTick;
event ePass;
event eDone;
machine Main {
  start state Only {
    entry {
      var last: machine;
      last = new Link((next = default(machine), first = false));
      new Link((next = last, first = true));
      send this, eTick;
    }
    on eTick do { send this, eTick; }
  }
}
machine Link {
  var after: machine;
  start state Only {
    entry (p: (next: machine, first: bool)) { after = p.next; if (p.first) raise ePass; }
    on ePass do { if (after == null) announce eDone; else send after, ePass; }
  }
}
spec Finishes observes eDone {
  start hot state Trying { on eDone goto Done; }
  cold state Done { }
}
