// Naming the same entry function twice is still a second entry.
machine Scale {
  var weight: int;
  start state Zero {
    entry Tare;
    entry Tare;  //~ error: already has an entry
  }
  fun Tare() { weight = 0; }
}
