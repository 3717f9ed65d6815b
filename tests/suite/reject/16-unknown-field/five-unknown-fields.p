// Five unknown fields in one body; operators and calls around them stay silent.
type tPoint = (x: int, y: int);
machine Robot {
  var place: tPoint;
  var pair: (int, string);
  start state Idle {
    entry {
      place.x = place.left + 1;  //~ error: no field named 'left'
      place.top = 2;  //~ error: no field named 'top'
      if (pair.5 == "five" && pair.1 == "one") {  //~ error: no field 5
        print format("{0} {1}", place.z, pair.first);  //~ error: no field named 'z'
        //~^ error: no field named 'first'
      }
    }
  }
}
