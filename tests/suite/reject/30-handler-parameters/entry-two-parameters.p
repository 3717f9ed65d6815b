// An entry function takes at most one parameter.
machine Rectangle {
  var area: int;
  start state Draw {
    entry Init;  //~ error: takes at most one parameter
  }
  fun Init(width: int, height: int) { area = width * height; }
}
