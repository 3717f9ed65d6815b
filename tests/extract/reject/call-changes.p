event eX;
event eN: int;
machine Main {
  var n: int;
  start state S {
    entry {
      send this, eN, n + Next();  //~ error: does not support this call inside an expression
      receive { case eN: (got: int) { } }
    }
  }
  fun Next(): int { n = n + 1; return n; }
}
test tc [main=Main]: { Main };
