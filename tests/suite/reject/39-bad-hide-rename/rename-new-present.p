// The new name must not be present in the module.
machine Timer { start state Run { } }
machine Clock { start state Run { } }

module Both = { Timer, Clock };
module Renamed = rename Timer to Clock in Both;  //~ error: cannot rename 'Timer' to 'Clock'
