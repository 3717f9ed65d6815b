// A message deferred in one state and in the next is handled in the third.
// verdict: violated: assertion @14 third
event eItem;
event eGo;
machine Main {
  start state First {
    entry { send this, eItem; send this, eGo; send this, eGo; }
    defer eItem;
    on eGo goto Second;
  }
  state Second { defer eItem; on eGo goto Third; }
  state Third {
    on eItem do {
      assert false, "third";
    }
  }
}
