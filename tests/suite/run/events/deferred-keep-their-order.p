// Deferred messages keep their places while others pass them.
// verdict: violated: assertion @22 x1x2|123
event eItem: int;
event ePass;
event eOpen;
event eEnd;
machine Main {
  var log: string;
  start state Shut {
    entry {
      send this, eItem, 1; send this, ePass; send this, eItem, 2; send this, ePass;
      send this, eOpen; send this, eItem, 3; send this, eEnd;
    }
    defer eItem;
    on ePass do { if (log == "") log = "x1"; else log = log + "x2"; }
    on eOpen goto Open;
  }
  state Open {
    entry { log = log + "|"; }
    on eItem do (n: int) { log = log + format("{0}", n); }
    on eEnd do {
      assert false, log;
    }
  }
}
