// A break needs a loop around it.
event eCoin: int;

machine Vending {
  var credit: int;
  start state Idle {
    on eCoin do (value: int) {
      credit = credit + value;
      if (credit > 100) {
        break;  //~ error: 'break' outside a loop
      }
    }
  }
}
