// An announced event is for specs only.
// verdict: holds
// states: 3
// transitions: 2
event eNews: int;
machine Main { start state Only { entry { announce eNews, 3; } on eNews do { assert false; } } }
spec Reader observes eNews { start state Only { on eNews do (n: int) { assert n == 3; } } }
