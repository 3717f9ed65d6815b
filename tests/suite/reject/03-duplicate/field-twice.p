// Two fields of one machine cannot share a name.
machine Account {
  var balance: int;
  var owner: machine;
  var balance: float;  //~ error: 'balance' is already declared
  start state Open { }
}
