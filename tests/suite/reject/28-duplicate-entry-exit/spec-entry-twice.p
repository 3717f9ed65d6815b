// A state of a spec has at most one entry.
event eTrade: int;

spec Volume observes eTrade {
  var volume: int;
  start state Count {
    entry { volume = 0; }
    on eTrade do (n: int) { volume = volume + n; }
    entry { volume = 1; }  //~ error: already has an entry
  }
}
