// Events can be kept, chosen by data and sent from variables.
// verdict: violated: assertion @17 two
event eOne: int;
event eTwo: int;
machine Main {
  start state Run {
    entry {
      var order: seq[event];
      var e: event;
      order += (0, eTwo);
      order += (0, eOne);
      foreach (e in order) { send this, e, sizeof(order); }
    }
    on eOne do (n: int) { assert n == 2; goto Next; }
  }
  state Next {
    on eTwo do (n: int) { assert n != 2, "two"; }
  }
}
