// A machine that halts runs the exit function of its state.
// verdict: violated: assertion @7 exit
machine Main {
  start state Only {
    entry { raise halt; }
    exit {
      assert false, "exit";
    }
  }
}
