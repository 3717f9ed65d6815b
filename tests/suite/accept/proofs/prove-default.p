// 'prove default' stands alone or has premises, given by name or as '*'.
event ePing;
machine Pinger { var n: int; start state Run { on ePing do { n = n + 1; } } }
invariant low: forall (p: Pinger) :: p.n >= 0;
Theorem nice { invariant kinds: forall (m: machine) :: m is Pinger; }
Proof { prove default; }
Proof { prove default using low; }
Proof { prove default using low, nice; }
Proof { prove default using *; }
Proof { prove default using * except low; }
