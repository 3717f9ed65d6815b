// A duplicated message is handled twice; what may be duplicated can be named.
// verdict: holds
// states: 4
// transitions: 3
// run: --faults=dup=0
// verdict: holds
// states: 4
// transitions: 3
// run: --faults=dup=1
// verdict: violated: assertion @26 paid twice
// run: --faults=dup=1:ePay
// verdict: violated: assertion @26 paid twice
// run: --faults=dup=1:eOther
// verdict: holds
// states: 4
// transitions: 3
// run: --faults=dup=1 --network=p2p
// verdict: violated: assertion @26 paid twice
event ePay;
event eOther;
machine Main { start state Only { entry { send new Bank(), ePay; } } }
machine Bank {
  var paid: bool;
  start state Only {
    on ePay do {
      assert !paid, "paid twice";
      paid = true;
    }
  }
}
