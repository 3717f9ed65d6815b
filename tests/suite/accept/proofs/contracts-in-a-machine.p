// A function of a machine may have a contract too, and the contract may speak about fields and pure functions.
pure limit(): int;
machine Bank {
  var balance: int;
  var owners: set[machine];
  fun Interest(rate: int) return (gain: int);
    requires rate >= 0 && balance <= limit();
    ensures gain >= 0;
    ensures rate == 0 ==> gain == 0;
  fun Owner() return (owner: machine);
    requires exists (m: machine) :: m in owners;
    ensures owner in owners;
  start state Open {
    entry {
      balance = balance + Interest(3);
      owners -= Owner();
    }
  }
}
