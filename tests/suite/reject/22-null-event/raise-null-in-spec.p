// A spec may raise events, but not the null event.
event ePay: int;

spec PaymentsArePositive observes ePay {
  start state Watch {
    on ePay do (amount: int) {
      if (amount < 0) raise null;  //~ error: cannot raise the null event
    }
  }
}
