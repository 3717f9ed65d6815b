// Declarations of the proof dialect may stand beside ordinary ones.
event eAdd: (amount: int);
pure Bound(): int;
pure Double(n: int): int = n + n;
axiom Bound() > 0;

machine Account {
  var total: int;
  start state Open {
    on eAdd do (a: (amount: int)) { if (a.amount > 0) { total = total + a.amount; } }
  }
}

init-condition forall (a: Account) :: a.total == 0;
invariant positive: forall (a: Account) :: a.total >= 0;
Lemma doubled {
  invariant grows: forall (n: int) :: n > 0 ==> Double(n) > n;
}
Theorem nonnegative { }
Proof {
  prove positive using doubled;
}
Proof Rest {
  prove doubled;
}
