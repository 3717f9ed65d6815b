// One 'var' list cannot hold a name twice.
machine Grid {
  var width, height, width: int;  //~ error: 'width' is already declared
  start state Open { }
}
