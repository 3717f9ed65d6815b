// Only an event can be sent.
event eToken;

machine Node { start state Run { ignore eToken; } }

invariant flying: forall (n: Node) :: !(sent n);  //~ error: Node
