// 'print' takes one string; values go through 'format'.
machine Counter {
  var total: int;
  start state Idle {
    entry { print "total {0}", total; }  //~ error: found ','
  }
}
