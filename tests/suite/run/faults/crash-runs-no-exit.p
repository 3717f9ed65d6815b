// A crash is no halt: the exit function does not run, and nobody is told.
// verdict: holds
// states: 4
// transitions: 3
// run: --faults=crash=2
// verdict: holds
event eTick;
machine Main { start state Only { entry { new Worker(); } exit { assert false; } } }
machine Worker { start state Only { entry { send this, eTick; } exit { assert false; } on eTick do { } } }
