// The arguments of a pure function must have the types of its parameters.
pure next(m: machine): machine;

axiom forall (m: machine) :: next(next(m)) == m;
axiom next(3) != null;  //~ error: expected machine, found int
