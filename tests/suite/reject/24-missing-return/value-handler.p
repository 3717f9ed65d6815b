// A named handler with a return type must return a value as well.
event eVisit: int;

machine Museum {
  var visitors: int;
  start state Open {
    on eVisit do Count;
  }
  fun Count(group: int): int {  //~ error: not every path returns a value
    visitors = visitors + group;
  }
}
