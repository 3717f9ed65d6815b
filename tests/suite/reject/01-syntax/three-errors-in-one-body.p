// Three bad statements in one body, with good ones between them.
machine Counter {
  var total: int;
  start state Idle {
    entry {
      total = * 2;  //~ error: found '*'
      total = 1;
      assert ;  //~ error: found ';'
      print "counting";
      goto ;  //~ error: found ';'
    }
  }
}
