// 'pop' of older P is an ordinary identifier now, so 'pop;' is no statement.
machine Stack {
  start state Idle {
    entry {
      pop;  //~ error: found ';'
      print "popped";
    }
  }
}
