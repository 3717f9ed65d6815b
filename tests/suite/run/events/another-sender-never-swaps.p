// However another sender interferes, 1 stays before 3.
// verdict: holds
// states: 13
// transitions: 12
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
      assert !(log in Wrong());
    }
  }
  fun Wrong(): set[string] {
    var w: set[string];
    w += ("3"); w += ("23"); w += ("321"); w += ("312"); w += ("231");
    return w;
  }
}
