// Locals end with their function.
machine Counter {
  start state Idle {
    entry {
      var step: int;
      step = 2;
      Advance();
    }
  }
  fun Advance() {
    assert step == 2;  //~ error: no variable named 'step'
  }
}
