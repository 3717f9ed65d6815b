// A pure function must be declared.
pure next(m: machine): machine;

axiom forall (m: machine) :: next(m) != null;
axiom forall (m: machine) :: next(m) != previous(m);  //~ error: no function named 'previous'
