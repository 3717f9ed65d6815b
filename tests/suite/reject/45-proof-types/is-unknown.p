// The name after is must be a machine, a state or an event.
machine Node { start state Run { } }
machine Hub { start state Run { } }

invariant kinds: forall (m: machine) :: m is Node || m is Hub || m is Ghost;  //~ error: 'Ghost'
