// A test is a main machine, the machines it may use, and the specs that watch them.
// The checker tries every order of messages and every outcome of $ and choose.

param nClients: int;
param deposit: int;

fun StartDay(money: int, clients: int, wishes: int) {
  var bank: machine;
  bank = new Bank(money);
  while (clients > 0) {
    new Client((bank = bank, wishes = wishes));
    clients = clients - 1;
  }
}

machine QuietDay { start state Morning { entry { StartDay(10, 1, 3); } } }
machine BusyDay { start state Morning { entry { StartDay(3, 2, 2); } } }
machine AnyDay { start state Morning { entry { StartDay(deposit, nClients, 1); } } }

module Town = { Bank, Client };

// expect: holds
test tcOneClient [main=QuietDay]:
  assert EveryCoinCounts, EveryoneIsServed in (union Town, { QuietDay });

// expect: holds
test tcTwoClients [main=BusyDay]:
  assert EveryCoinCounts, EveryoneIsServed in (union Town, { BusyDay });

// expect: holds
test param (nClients in [1, 2, 3], deposit in [0, 3]) tcAnyDay [main=AnyDay]:
  assert EveryCoinCounts, EveryoneIsServed in (union Town, { AnyDay });
