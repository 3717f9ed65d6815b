// Only a wanted event ends the waiting; the others pile up.
// verdict: violated: deadlock @9
event eReply;
event eOther;
machine Main {
  start state Only {
    entry {
      new Src(this);
      receive { case eReply: { } }
    }
    on eOther do { }
  }
}
machine Src { start state Only { entry (m: machine) { send m, eOther; send m, eOther; } } }
