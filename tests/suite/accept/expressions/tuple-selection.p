// A component of an unnamed tuple is selected by its number, from any expression.
type tSpot = (int, (string, bool), seq[(int, int)]);
fun Origin(): tSpot { return default(tSpot); }
machine Reader {
  var spot: tSpot;
  var spots: map[int, tSpot];
  start state Run {
    entry {
      var n: int;
      var text: string;
      n = spot.0;
      text = spot.1.0;
      n = spot.2[0].1;
      n = spots[3].2[spot.0].0;
      n = Origin().0;
      n = (1, true, "c").0;
      text = (1, true, "c").2;
      n = (7,).0;
      n = ((7,),).0.0;
      n = default((int, int)).1;
      n = values(spots)[0].0;
    }
  }
}
