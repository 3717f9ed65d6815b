// Elements of an enum are counted from zero, or have the numbers they are given.
// verdict: holds
// states: 2
// transitions: 1
enum tDay { MON, TUE, WED }
enum tCode { OK = 200, GONE = 410, NONE = 0 }
machine Main {
  start state Run {
    entry {
      var day: tDay;
      var code: tCode;
      assert day == MON && code == NONE;
      assert MON to int == 0 && TUE to int == 1 && WED to int == 2;
      assert (OK to int) + (GONE to int) == 610;
      day = WED;
      assert day != MON && day to int == 2;
      assert format("{0} {1}", day, OK) == "2 200";
    }
  }
}
