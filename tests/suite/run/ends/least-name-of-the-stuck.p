// Of several stuck machines the least by name is reported: 1.2 comes before 1.10.
// verdict: violated: deadlock @26
event eReply;
machine Main {
  start state Only {
    entry {
      var i: int;
      new Quiet();
      new Second();
      while (i < 7) { new Quiet(); i = i + 1; }
      new Tenth();
    }
  }
}
machine Quiet { start state Only { entry { raise halt; } } }
machine Tenth {
  start state Only {
    entry {
      receive { case eReply: { } }
    }
  }
}
machine Second {
  start state Only {
    entry {
      receive { case eReply: { } }
    }
  }
}
