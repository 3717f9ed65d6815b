// Where Synod itself cannot go on, nothing is concluded, not even before the first step.
// verdict: unknown
event eX;
machine Main { start state Only { } }
spec Long observes eX {
  start state Only {
    entry { var s: string; var i: int; s = "x"; while (i < 30) { s = s + s; i = i + 1; } assert s != ""; }
    ignore eX;
  }
}
spec Hot observes eX { start hot state Only { ignore eX; } }
// not for naive
