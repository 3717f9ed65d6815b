// A type and an event may share a name, because only events and enum elements clash with events.
type Withdraw = (account: int, amount: int);
event Withdraw: Withdraw;
event Deposit: Deposit;
type Deposit = int;

machine Bank {
  var last: Withdraw;
  start state Open {
    entry { send this, Withdraw, (account = 1, amount = 20); }
    on Withdraw do (w: Withdraw) { last = w; send this, Deposit, w.amount; }
    on Deposit do (d: Deposit) { assert d == last.amount; }
  }
}
