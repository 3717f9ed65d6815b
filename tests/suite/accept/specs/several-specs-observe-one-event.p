// Several specs may observe the same event and be attached together; handlers may drop the payload.
event ePay: (who: int, amount: int);
event eRefund: (who: int, amount: int);

machine Cashier {
  start state Run { entry { announce ePay, (who = 1, amount = 2); } }
}

spec Total observes ePay, eRefund {
  var sum: int;
  start state Count {
    on ePay, eRefund do (p: (who: int, amount: int)) { sum = sum + p.amount; }
  }
}
spec Frequency observes ePay {
  var n: int;
  start state Count { on ePay do { n = n + 1; } }
}
spec Order observes eRefund, ePay {
  start state Unpaid { on ePay goto Paid; }
  state Paid { on eRefund goto Unpaid; ignore ePay; }
}

test tcPay [main=Cashier]: assert Total, Frequency, Order in { Cashier };
