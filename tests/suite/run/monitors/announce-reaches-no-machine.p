// An announced event is for specs only.
// verdict: holds
event eNews: int;
machine Main { start state Only { entry { announce eNews, 3; } on eNews do { assert false; } } }
spec Reader observes eNews { start state Only { on eNews do (n: int) { assert n == 3; } } }
