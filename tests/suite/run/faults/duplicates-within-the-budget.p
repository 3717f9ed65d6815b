// A message can arrive three times, but only with a budget of two.
// verdict: holds
// states: 4
// transitions: 3
// run: --faults=dup=1
// verdict: holds
// states: 6
// transitions: 5
// run: --faults=dup=2
// verdict: violated: assertion @18
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
