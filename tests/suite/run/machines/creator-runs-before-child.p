// The creator may go on before its child starts.
// verdict: violated: assertion @11
event eStarted;
event eCreated;
machine Main { start state Only { entry { new Child(); announce eCreated; } } }
machine Child { start state Only { entry { announce eStarted; } } }
spec ChildFirst observes eStarted, eCreated {
  start state Waiting {
    on eStarted goto Done;
    on eCreated do {
      assert false;
    }
  }
  state Done { ignore eCreated; }
}
