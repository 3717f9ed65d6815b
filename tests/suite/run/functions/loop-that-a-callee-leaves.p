// A callee that may leave the handler is a way out of its caller's loop: a long loop is a limit, not a runaway.
// verdict tcGoto: unknown
// verdict tcHalt: unknown
// verdict tcRecursion: unknown
// run: --max-instructions=100000000 --max-calls=10000
// verdict tcGoto: holds
// verdict tcHalt: holds
// verdict tcRecursion: holds
machine Goes {
  var i: int;
  start state S { entry { while (true) { Step(); } } }
  state Done { }
  fun Step() { i = i + 1; if (i > 400000) { goto Done; } }
}
machine Halts {
  var i: int;
  start state S { entry { while (true) { Step(); } } }
  fun Step() { i = i + 1; if (i > 400000) { raise halt; } }
}
machine Descends {
  var i: int;
  start state S { entry { Down(); } }
  state Done { }
  fun Leave() { i = i + 1; if (i > 2000) { goto Done; } }
  fun Down() { Leave(); Down(); }
}
test tcGoto [main=Goes]: { Goes };
test tcHalt [main=Halts]: { Halts };
test tcRecursion [main=Descends]: { Descends };
// not for naive
