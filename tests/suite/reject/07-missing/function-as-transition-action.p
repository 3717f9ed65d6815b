// An undeclared function as transition function.
event eTick;
machine Counter {
  start state Idle { on eTick goto Done with Finish; }  //~ error: no function named 'Finish'
  state Done { ignore eTick; }
}
