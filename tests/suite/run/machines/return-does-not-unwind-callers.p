// A return ends one function only: the caller goes on.
// verdict: violated: assertion @7 the handler went on
machine Main {
  start state Watch {
    entry {
      Inspect();
      assert false, "the handler went on";
    }
  }
  fun Inspect() { Ring(); }
  fun Ring() { return; }
}
