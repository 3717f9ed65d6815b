// The interface to be renamed must be present in the module.
machine Server { start state Serve { } }
machine Timer { start state Run { } }
machine Clock { start state Run { } }

module Renamed = rename Timer to Clock in { Server };  //~ error: cannot rename 'Timer' to 'Clock'
