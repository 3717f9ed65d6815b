// Event sets do not nest and cannot stand in event lists.
event eStop;
event ePause;
eventset Control = { eStop, ePause };
machine Player {
  start state Idle {
    ignore Control;  //~ error: no event named 'Control'
  }
}
