// A spec handler for an event that the spec does not observe is suspect.
event eDebit: int;
event eCredit: int;

machine Bank {
  start state Run {
    entry { send this, eCredit, 5; send this, eDebit, 3; }
    ignore eDebit, eCredit;
  }
}

spec Solvent observes eDebit {
  var balance: int;
  start state Watch {
    on eDebit do (n: int) { balance = balance - n; assert balance > -100; }
    on eCredit do (n: int) { balance = balance + n; }  //~ warning: spec 'Solvent' handles 'eCredit', which it does not observe
  }
}
