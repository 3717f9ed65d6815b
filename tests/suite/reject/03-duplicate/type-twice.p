// Two types cannot have the same name.
type tKey = int;
event eLookup: tKey;
type tKey = string;  //~ error: 'tKey' is already declared
machine Store { start state Idle { ignore eLookup; } }
