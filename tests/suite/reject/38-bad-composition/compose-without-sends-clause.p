// Machines without a sends clause send everything, so they cannot be composed.
event eRead;

machine Reader { start state Run { entry { send this, eRead; } ignore eRead; } }
machine Writer { start state Run { } }

module System = compose { Reader }, { Writer };  //~ error: both send
