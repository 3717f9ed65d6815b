// Deferred messages do not keep null from firing.
// verdict: violated: assertion @9
event eItem;
machine Main {
  start state Only {
    entry { send this, eItem; }
    defer eItem;
    on null do {
      assert false;
    }
  }
}
