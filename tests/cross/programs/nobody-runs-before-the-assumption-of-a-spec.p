// expect: holds
// Nor between a send and an announcement that a spec assumes not to be.
axiom true;
event eX;
event eY;
machine Main { var d: machine; start state S { entry { d = new D(); send d, eY; announce eX; } } }
machine D { start state S { on eY do { assert false; } } }
spec P observes eX { start state S { on eX do { assume (false); } } }
test t [main=Main]: assert P in { Main, D };
