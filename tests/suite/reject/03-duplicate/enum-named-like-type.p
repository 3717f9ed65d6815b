// An enum cannot have the name of a type.
type tStatus = int;
event eReport: tStatus;
enum tStatus { OK, FAILED }  //~ error: 'tStatus' is already declared
machine Reporter { start state Idle { ignore eReport; } }
