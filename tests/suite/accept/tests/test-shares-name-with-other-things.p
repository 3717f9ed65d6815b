// Tests clash only with tests and implementations, so a test may have the name of anything else.
event eX;
fun Spawn() { new Worker(); }
enum Mode { SLOW, FAST }
param size: int;
machine Worker { start state S { ignore eX; } }
machine Driver { start state S { entry { Spawn(); announce eX; } } }
spec Seen observes eX { start state S { ignore eX; } }
module All = assert Seen in { Worker, Driver };

test All [main=Driver]: All;
test Worker [main=Driver]: All;
test Driver [main=Driver]: All;
test Seen [main=Driver]: All;
test eX [main=Driver]: All;
test Spawn [main=Driver]: All;
test FAST [main=Driver]: All;
test param (size in [1, 2]) size [main=Driver]: All;
implementation Mode [main=Driver]: All;
