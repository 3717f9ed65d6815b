// An init condition must be a bool.
machine Node { start state Run { } }

pure root(): machine;
init-condition root();  //~ error: expected bool, found machine
