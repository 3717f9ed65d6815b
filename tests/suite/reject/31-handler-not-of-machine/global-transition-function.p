// A global function cannot be a transition function.
event ePay: int;

fun Receipt(amount: int) { print format("paid {0}", amount); }

machine Cashier {
  start state Open {
    on ePay goto Closed with Receipt;  //~ error: 'Receipt' is not a function of this machine
  }
  state Closed { ignore ePay; }
}
