// Specs see sends and announcements; raised events are a machine's own affair.
// verdict: holds
// states: 2
// transitions: 1
event eJob;
machine Main { start state Only { entry { raise eJob; } on eJob do { } } }
spec Never observes eJob { start state Only { on eJob do { assert false; } } }
