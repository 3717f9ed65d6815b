// The text is only printed, but it grows in a loop: the loop does not come back to the same state, so it is no runaway.
// flags: --engine=sample --schedules=2 --max-instructions=5000
// verdict: sampled
machine Main {
  start state Go {
    entry {
      var text: string;
      var i: int;
      while (i >= 0) { text = format("{0}x", text); }
      print text;
    }
  }
}
test tcGrows [main=Main]: { Main };
