// halt behind the wanted message waits.
// verdict: violated: assertion @10
event eReply;
machine Main {
  start state Only {
    entry {
      send this, eReply;
      send this, halt;
      receive { case eReply: { } }
      assert false;
    }
  }
}
