// A goal that is an expression must be a bool.
pure size(): int;

axiom size() > 0;
Proof { prove size() + 1; }  //~ error: expected bool, found int
