// A named entry beside an entry body is a second entry.
machine Printer {
  var pages: int;
  start state Ready {
    entry { pages = 10; }
    entry Reset;  //~ error: already has an entry
  }
  fun Reset() { pages = 0; }
}
