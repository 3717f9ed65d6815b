// A field hidden by every local of its name is unused.
machine Adder {
  var total: int;  //~ warning: unused variable 'total'
  start state Run {
    entry {
      var total: int;
      total = 3;
      print format("total {0}", total);
    }
  }
}
