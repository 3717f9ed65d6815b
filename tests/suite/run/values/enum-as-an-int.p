// Seen as `any`, an element of an enum equals the int of its number, and that of another enum.
// verdict: holds
// states: 2
// transitions: 1
enum tDay { MON, TUE }
enum tCode { OK = 1, GONE = 0 }
machine Main {
  start state Run {
    entry {
      var a: any;
      var b: any;
      var seen: set[any];
      a = TUE;
      b = 1;
      assert a == b;
      b = OK;
      assert a == b;
      b = GONE;
      assert a != b;
      seen += (TUE);
      seen += (OK);
      seen += (1);
      assert sizeof(seen) == 1;
    }
  }
}
