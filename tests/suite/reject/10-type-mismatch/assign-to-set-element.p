// Elements of a set can be read by position but not assigned.
machine Store {
  var members: set[int];
  var groups: map[int, set[string]];
  start state Idle {
    entry {
      assert members[0] == 1;
      members[0] = 2;  //~ error: cannot assign to an element of a set
      groups[1][0] = "anna";  //~ error: cannot assign to an element of a set
    }
  }
}
