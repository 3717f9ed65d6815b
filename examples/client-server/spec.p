// Safety: the bank's balance is what a second bookkeeper computes, who pays every slip once.
spec EveryCoinCounts observes eOpened, eAnswer {
  var balance: int;
  var settled: map[(machine, int), tAnswer];  // by client and slip number

  start state Closed {
    on eOpened goto Open with (opening: int) { balance = opening; }
  }

  state Open {
    on eAnswer do (answer: tAnswer) {
      var slip: (machine, int);
      slip = (answer.client, answer.number);
      if (slip in settled) {
        assert settled[slip] == answer, "one slip got two different answers";
        return;
      }
      settled[slip] = answer;
      balance = balance - answer.paid;
      assert balance >= 0, "the account is overdrawn";
      assert answer.balance == balance,
        format("the bank says {0}, the books say {1}", answer.balance, balance);
    }
  }
}

// Liveness: nobody waits forever. A run must not end, or go round in circles, in a hot state.
spec EveryoneIsServed observes eWithdraw, eAnswer {
  var open: set[(machine, int)];

  start cold state Quiet {
    on eWithdraw goto Busy with (slip: tSlip) { open += ((slip.client, slip.number)); }
    ignore eAnswer;
  }

  hot state Busy {
    on eWithdraw do (slip: tSlip) { open += ((slip.client, slip.number)); }
    on eAnswer do (answer: tAnswer) {
      open -= ((answer.client, answer.number));
      if (sizeof(open) == 0) goto Quiet;
    }
  }
}
