// Placeholders are checked in every literal, also in the message of an assertion.
machine Counter {
  var total: int;
  start state Idle {
    entry { assert total == 0, "total is {total}"; }  //~ error: bad placeholder
  }
}
