// Two functions of one machine cannot share a name.
machine Ledger {
  var balance: int;
  start state Open { entry { Reset(); } }
  fun Reset() { balance = 0; }
  fun Reset() { balance = 100; }  //~ error: 'Reset' is already declared
}
