// Axioms are bool expressions about pure functions.
pure before(a: int, b: int): bool;
pure origin(): int;
pure quorums(): set[machine];
axiom true;
axiom origin() == 0;
axiom !before(origin(), origin());
axiom forall (a: int, b: int) :: before(a, b) ==> !before(b, a);
axiom forall (a: int, b: int, c: int) :: before(a, b) && before(b, c) ==> before(a, c);
axiom exists (m: machine) :: m in quorums();
axiom (forall (a: int) :: before(a, a + 1)) && before(1, 2);
