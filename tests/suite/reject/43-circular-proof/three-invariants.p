// A cycle of premises may be longer than two.
event eInc;

machine Counter {
  var n: int;
  start state Run { on eInc do { n = n + 1; } }
}

invariant a: forall (c: Counter) :: c.n >= 0;
invariant b: forall (c: Counter) :: c.n >= -1;
invariant c: forall (k: Counter) :: k.n >= -2;
Proof { prove a using b; prove b using c; prove c using a; }  //~ error: circular proof
