// A loop of choices that has a way out at every turn is no runaway, though it never comes back to a state; what is left
// of it is searched, for errors too.
// verdict tFine: unknown
// verdict tWrong: violated: assertion @19
// run: --max-choices=30
// verdict tFine: unknown
// verdict tWrong: unknown
machine Fine {
  var n: int;
  start state Only {
    entry { while ($) { n = n + 1; } }
  }
}
machine Wrong {
  var n: int;
  start state Only {
    entry {
      while ($) { n = n + 1; }
      assert n != 40;
    }
  }
}
test tFine [main=Fine]: { Fine };
test tWrong [main=Wrong]: { Wrong };
// not for naive
