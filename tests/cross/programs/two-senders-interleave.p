// expect: violated: assertion
// A message of another machine can come between two of one handler.
event eTag: int;
machine Main { start state S { entry { var c: machine; c = new Sink(); new Src(c); send c, eTag, 1; send c, eTag, 3; } } }
machine Src { start state S { entry (c: machine) { send c, eTag, 2; } } }
machine Sink {
  var log: seq[int];
  start state S {
    on eTag do (n: int) {
      log += (sizeof(log), n);
      assert !(sizeof(log) == 3 && log[0] == 1 && log[1] == 2 && log[2] == 3);
    }
  }
}
