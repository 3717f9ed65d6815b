// Ignored messages do not keep null from firing.
// verdict: violated: assertion @9
event eItem;
machine Main {
  start state Only {
    entry { send this, eItem; }
    ignore eItem;
    on null do {
      assert false;
    }
  }
}
