// A global function cannot be an action of a spec.
event ePay: int;

fun CheckPositive(amount: int) { assert amount > 0; }

spec Positive observes ePay {
  start state Watch {
    on ePay do CheckPositive;  //~ error: 'CheckPositive' is not a function of this machine
  }
}
