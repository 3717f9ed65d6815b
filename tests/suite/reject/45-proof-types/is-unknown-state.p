// The state after is must belong to the machine if that is known.
machine Node { start state Run { } }
machine Other { start state Sleep { } }

invariant running: forall (n: Node) :: n is Run;
invariant asleep: forall (n: Node) :: n is Sleep;  //~ error: 'Sleep'
