// Days at the absent-minded bank, with money for everybody.
fun StartBuggyDay(clients: int, wishes: int) {
  var bank: machine;
  bank = new Bank(10);
  while (clients > 0) {
    new Client((bank = bank, wishes = wishes));
    clients = clients - 1;
  }
}

machine LoneDay { start state Morning { entry { StartBuggyDay(1, 3); } } }
machine SharedDay { start state Morning { entry { StartBuggyDay(2, 1); } } }

// Only the name changes: whoever asks for a Bank gets an AbsentMindedBank.
module BuggyTown = { AbsentMindedBank -> Bank, Client };

// Whoever tests with one client finds nothing ...
// expect: holds
test tcAbsentMindedOneClient [main=LoneDay]:
  assert EveryCoinCounts, EveryoneIsServed in (union BuggyTown, { LoneDay });

// ... with two, somebody is paid twice for one slip.
// expect: violated: one slip got two different answers
test tcAbsentMindedTwoClients [main=SharedDay]:
  assert EveryCoinCounts in (union BuggyTown, { SharedDay });

// Everybody gets an answer, though: the mistake costs safety, not liveness.
// expect: holds
test tcAbsentMindedLiveness [main=SharedDay]:
  assert EveryoneIsServed in (union BuggyTown, { SharedDay });
