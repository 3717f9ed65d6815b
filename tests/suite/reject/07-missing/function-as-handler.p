// An undeclared function as event handler.
event eTick;
machine Counter {
  start state Idle {
    on eTick do Advance;  //~ error: no function named 'Advance'
  }
}
