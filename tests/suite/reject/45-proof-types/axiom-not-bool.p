// An axiom must be a bool.
pure size(): int;

axiom size() > 0;
axiom size();  //~ error: expected bool, found int
