// A type cannot have the name of a machine.
machine Replica { start state Idle { } }
event eStart;
type Replica = (id: int, term: int);  //~ error: 'Replica' is already declared
machine Driver { start state Idle { ignore eStart; } }
