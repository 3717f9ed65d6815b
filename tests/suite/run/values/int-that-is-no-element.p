// A cast to an enum takes any int, as elements are nothing else.
// verdict: holds
// states: 2
// transitions: 1
enum tDay { MON, TUE }
machine Main {
  start state Run {
    entry {
      var hidden: any;
      var day: tDay;
      hidden = 17;
      day = hidden as tDay;
      assert day != MON && day != TUE && day to int == 17;
    }
  }
}
