// A message can arrive three times, but only with a budget of two.
// verdict: holds
// run: --faults=dup=1
// verdict: holds
// run: --faults=dup=2
// verdict: violated: assertion @14
event ePay;
machine Main { start state Only { entry { send new Bank(), ePay; } } }
machine Bank {
  var times: int;
  start state Only {
    on ePay do {
      times = times + 1;
      assert times < 3;
    }
  }
}
