// A machine's messages to itself queue up in order, behind what is there.
// verdict: violated: assertion @15 123
event eItem: int;
event eEnd;
machine Main {
  var log: string;
  start state Only {
    entry { send this, eItem, 1; send this, eItem, 2; }
    on eItem do (n: int) {
      log = log + format("{0}", n);
      if (n == 1) send this, eItem, 3;
      if (n == 3) send this, eEnd;
    }
    on eEnd do {
      assert false, log;
    }
  }
}
