// The payload of a raise reaches the `with` function and the entry.
// verdict: violated: assertion @10 w6e6
event eGo: int;
machine Main {
  var log: string;
  start state Old { entry { raise eGo, 6; } on eGo goto New with (n: int) { log = format("w{0}", n); } }
  state New {
    entry (n: int) {
      log = log + format("e{0}", n);
      assert log == "", log;
    }
  }
}
