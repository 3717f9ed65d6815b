// A field of a spec can be unused as well.
event eDeposit: int;

machine Teller {
  start state Run { entry { send this, eDeposit, 5; } ignore eDeposit; }
}

spec Positive observes eDeposit {
  var balance: int;
  var owner: string;  //~ warning: unused variable 'owner'
  start state Watch {
    on eDeposit do (n: int) { balance = balance + n; assert balance > 0; }
  }
}
