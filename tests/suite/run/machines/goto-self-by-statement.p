// The statement `goto` to the current state also runs exit and entry.
// verdict: violated: assertion @10 1 exits
machine Main {
  var entries: int;
  var exits: int;
  start state Only {
    entry {
      entries = entries + 1;
      if (entries == 1) goto Only;
      assert exits == 0, format("{0} exits", exits);
    }
    exit { exits = exits + 1; }
  }
}
