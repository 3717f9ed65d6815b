// A bank that is right with one client, and wrong with two.
//
// Its author saw that a client has one slip under way at a time, and concluded that the last
// answer is all there is to remember. But another client may come in between the two tries. When
// the second one arrives the bank has forgotten the first, and pays again.

machine AbsentMindedBank {
  var balance: int;
  var last: tAnswer;  // the mistake: one for all clients, not one for each

  start state Open {
    entry (opening: int) {
      balance = opening;
      announce eOpened, opening;
    }

    on eWithdraw do (slip: tSlip) {
      if (last.client != slip.client || last.number != slip.number) last = Serve(slip);
      send slip.client, eAnswer, last;
    }
  }

  fun Serve(slip: tSlip): tAnswer {
    var paid: int;
    if (slip.amount <= balance) paid = slip.amount;
    balance = balance - paid;
    return (client = slip.client, number = slip.number, paid = paid, balance = balance);
  }
}
