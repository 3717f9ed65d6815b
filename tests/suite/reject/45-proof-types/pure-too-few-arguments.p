// A pure function is called with as many arguments as it has parameters.
pure dist(a: machine, b: machine): int;

axiom forall (m: machine) :: dist(m, m) == 0;
axiom forall (m: machine) :: dist(m) == 0;  //~ error: takes 2 arguments, found 1
