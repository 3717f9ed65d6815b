// A formula may not act, also not through what it calls.
event ePing: int;
fun Poke(m: machine): bool { send m, ePing, 1; return true; }
pure twice(n: int): int = n + n;
invariant quiet: forall (m: machine) :: Poke(m);  //~ error: a proof may read the state, but not act or choose
