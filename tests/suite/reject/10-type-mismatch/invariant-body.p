// Invariants and axioms are bool, pure functions have their declared type.
machine Node { var term: int; start state Idle { } }
pure majority(): int = true;  //~ error: expected int, found bool
axiom majority() + 1;  //~ error: expected bool, found int
invariant terms: 3;  //~ error: expected bool, found int
