// A machine without anything to do ends the run at once, and that is fine.
// verdict: holds
// states: 2
// transitions: 1
machine Main { start state Only { } }
