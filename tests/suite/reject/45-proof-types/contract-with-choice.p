// Neither may a contract.
invariant fine: true;
fun Pick(n: int) return (m: int);
  requires choose(n) > 0;  //~ error: a proof may read the state, but not act or choose
  ensures m > n;
