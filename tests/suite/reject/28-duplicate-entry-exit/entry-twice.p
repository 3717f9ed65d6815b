// A state has at most one entry.
machine Lift {
  var floor: int;
  start state Ground {
    entry { floor = 0; }
    entry { floor = 1; }  //~ error: already has an entry
  }
}
