// With a case of its own halt is an ordinary event.
// verdict: violated: assertion @9 still here
machine Main {
  start state Only {
    entry {
      var halted: bool;
      send this, halt;
      receive { case halt: { halted = true; } }
      assert !halted, "still here";
    }
  }
}
