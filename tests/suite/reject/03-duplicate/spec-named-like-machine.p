// A spec cannot have the name of a machine.
event eGrant: int;
machine Lock { start state Free { ignore eGrant; } }
spec Lock observes eGrant {  //~ error: 'Lock' is already declared
  start state Watching { ignore eGrant; }
}
