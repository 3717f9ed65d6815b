// An enum element is not a global parameter.
enum tMode { FAST, SLOW }
machine Driver { start state Idle { } }
module Core = { Driver };
test param (FAST in [0, 1]) tcDriver [main=Driver]: Core;  //~ error: no global parameter named 'FAST'
