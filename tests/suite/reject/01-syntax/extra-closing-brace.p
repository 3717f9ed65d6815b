// A closing brace that closes nothing.
event ePing;
machine Echo {
  start state Idle {
    ignore ePing;
  }
}
}  //~ error: found '}'
event ePong;
