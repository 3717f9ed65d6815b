// What a machine holds arrives and fails its target, before the sender goes on to a choice of its own.
// verdict: violated: assertion @12 boom
event eFirst;
event eSecond;
machine Main {
  var n: int;
  start state Only { entry { var b: machine; b = new Target(); send b, eFirst; send b, eSecond; if ($) { n = 1; } } }
}
machine Target {
  start state Only {
    on eFirst do {
      if ($) assert false, "boom";
    }
    ignore eSecond;
  }
}
spec Watch observes eSecond { start state Only { ignore eSecond; } }
