// Only an event can be in flight.
event eToken: (seqno: int);

machine Node { start state Run { ignore eToken; } }

invariant flying: forall (n: int) :: !(inflight n);  //~ error: int
