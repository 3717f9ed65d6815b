// A spec function with a result must not change the state.
event eDeposit: int;

spec Balance observes eDeposit {
  var total: int;
  start state Low {
    on eDeposit do (amount: int) { total = Add(amount); }
  }
  state High { ignore eDeposit; }
  fun Add(amount: int): int {
    if (total + amount > 1000)
      goto High;  //~ error: 'goto' in a function that returns a value
    return total + amount;
  }
}
