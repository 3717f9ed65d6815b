// An event targets a machine, not a number.
event eToken;

machine Node { start state Run { ignore eToken; } }

invariant aimed: forall (e: eToken, k: int) :: !(e targets k);  //~ error: int
