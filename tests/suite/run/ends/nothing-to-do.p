// A machine without anything to do ends the run at once, and that is fine.
// verdict: holds
machine Main { start state Only { } }
