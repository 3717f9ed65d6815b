// A function may wait in the middle of an expression and return what came.
// verdict: violated: assertion @10 12
event eReply: int;
machine Main {
  start state Only {
    entry {
      var sum: int;
      new Server(this);
      sum = 5 + Next();
      assert false, format("{0}", sum);
    }
  }
}
fun Next(): int {
  var got: int;
  receive { case eReply: (n: int) { got = n; } }
  return got;
}
machine Server { start state Only { entry (c: machine) { send c, eReply, 7; } } }
