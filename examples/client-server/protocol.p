// A bank, and clients who share one account.
//
// When no answer comes, a client cannot know whether the request was lost or the answer is just
// slow. So it asks again, with the same number on the slip. The bank keeps the last answer it
// gave to each client: a slip it has seen before gets that answer again, and no second payment.

type tSlip = (client: machine, number: int, amount: int);
type tAnswer = (client: machine, number: int, paid: int, balance: int);

event eWithdraw: tSlip;  // client -> bank
event eAnswer: tAnswer;  // bank -> client; paid is 0 if the account cannot cover the amount
event eOpened: int;      // announced to the specs: the balance at the start of the day

machine Bank {
  var balance: int;
  var answers: map[machine, tAnswer];  // the last answer to each client

  start state Open {
    entry (opening: int) {
      balance = opening;
      announce eOpened, opening;
    }

    on eWithdraw do (slip: tSlip) {
      if (!SeenBefore(slip)) answers[slip.client] = Serve(slip);
      send slip.client, eAnswer, answers[slip.client];
    }
  }

  fun SeenBefore(slip: tSlip): bool {
    return slip.client in answers && answers[slip.client].number == slip.number;
  }

  fun Serve(slip: tSlip): tAnswer {
    var paid: int;
    if (slip.amount <= balance) paid = slip.amount;
    balance = balance - paid;
    return (client = slip.client, number = slip.number, paid = paid, balance = balance);
  }
}

machine Client {
  var bank: machine;
  var wishes: int;  // withdrawals still to make
  var slip: tSlip;  // the one being waited for

  start state Arriving {
    entry (plan: (bank: machine, wishes: int)) {
      bank = plan.bank;
      wishes = plan.wishes;
      goto Asking;
    }
  }

  state Asking {
    entry {
      if (wishes == 0) raise halt;  // goes home; late answers are dropped
      wishes = wishes - 1;
      slip = (client = this, number = slip.number + 1, amount = 1 + choose(2));
      send bank, eWithdraw, slip;
      if ($) send bank, eWithdraw, slip;  // out of patience: the same slip once more
    }

    on eAnswer do (answer: tAnswer) {
      // Anything else is the second answer to an older slip.
      if (answer.number == slip.number) goto Asking;
    }
  }
}
