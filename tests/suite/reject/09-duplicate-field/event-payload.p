// The rule holds for types written inside an event declaration.
event eTransfer: (amount: int, source: machine, amount: int);  //~ error: field 'amount' appears twice
event eDone;
machine Bank {
  start state Idle { ignore eDone; }
}
