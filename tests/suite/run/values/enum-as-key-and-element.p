// Enums serve as keys, elements and payloads.
// verdict: violated: key @15
enum tDay { MON, TUE, WED }
event eDay: tDay;
machine Main {
  var open: map[tDay, bool];
  start state Run {
    entry {
      open[MON] = true;
      open[TUE] = false;
      send this, eDay, MON;
    }
    on eDay do (day: tDay) {
      assert open[day] && !open[TUE] && !(WED in open);
      assert open[WED];
    }
  }
}
