// An event cannot have the name of an enum element.
enum tVerdict { Commit, Abort }
event eVerdict: tVerdict;
event Abort: int;  //~ error: 'Abort' is already declared
machine Coordinator { start state Idle { ignore eVerdict; } }
