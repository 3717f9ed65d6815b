// The form main M in A is the same module as A.
event eX;
machine Helper { start state S { ignore eX; } }
machine Driver { start state S { entry { send new Helper(), eX; } } }
spec Watch observes eX { start state S { ignore eX; } }

module System = main Driver in { Driver, Helper };
module Again = main Driver in (main Driver in System);
module Watched = assert Watch in main Driver in { Driver, Helper };
test tcSystem [main=Driver]: System;
test tcAgain [main=Driver]: main Driver in Again;
test tcWatched [main=Driver]: Watched;
implementation Release: main Driver in System;
