// A module may be used before its declaration and any number of times.
test tcSmall [main=Driver]: union Base, { Driver };
test tcLarge [main=Driver]: union Full, { Driver };
module Full = union Extra, Base;
module Alias = Base;
module Base = { Worker };
module Extra = { Idler };
implementation Release [main=Driver]: union Alias, { Driver };

machine Worker { start state S { } }
machine Idler { start state S { } }
machine Driver { start state S { entry { new Worker(); } } }
