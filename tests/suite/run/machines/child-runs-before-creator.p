// A child may start before its creator goes on: here the creator passes a send.
// verdict: violated: assertion @14
event eStarted;
event eCreated;
event eTick;
machine Main {
  start state Only { entry { new Child(); send this, eTick; announce eCreated; } on eTick do { } }
}
machine Child { start state Only { entry { announce eStarted; } } }
spec CreatorFirst observes eStarted, eCreated {
  start state Waiting {
    on eCreated goto Done;
    on eStarted do {
      assert false;
    }
  }
  state Done { ignore eStarted; }
}
