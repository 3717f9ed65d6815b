// One handler sends 1 and 3, another machine sends 2: the order 1 2 3 is possible.
// verdict: violated: assertion @14
event eItem: int;
machine Main {
  start state Only { entry { var s: machine; s = new Sink(); new Odd(s); new Even(s); } }
}
machine Odd { start state Only { entry (s: machine) { send s, eItem, 1; send s, eItem, 3; } } }
machine Even { start state Only { entry (s: machine) { send s, eItem, 2; } } }
machine Sink {
  var log: string;
  start state Only {
    on eItem do (n: int) {
      log = log + format("{0}", n);
      assert log != "123";
    }
  }
}
