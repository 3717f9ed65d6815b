// Element types stand in square brackets.
machine Journal {
  var entries: seq<int>;  //~ error: found '<'
  start state Idle { }
}
