// A global function cannot be an action, even if its parameter fits.
event ePay: int;

fun Receipt(amount: int) { print format("paid {0}", amount); }

machine Cashier {
  start state Open {
    on ePay do Receipt;  //~ error: 'Receipt' is not a function of this machine
  }
}
