// Raising for ever is a step without end, too.
// verdict: violated: runaway @4
event eAgain;
machine Main { start state Only { entry { raise eAgain; } on eAgain do { raise eAgain; } } }
