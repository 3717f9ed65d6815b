// An interface cannot have the name of an enum.
event eWork: int;
enum Pool { SMALL, LARGE }
interface Pool(int) receives eWork;  //~ error: 'Pool' is already declared
machine Worker { start state Idle { ignore eWork; } }
