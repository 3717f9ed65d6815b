// An announcement is no scheduling point: where a spec's assumption about it fails, nobody has taken what was sent just
// before.
// verdict tc: holds
// states tc: 3
// transitions tc: 2
// run: --engine=reduced
// verdict tc: holds
// run: --engine=sets
// verdict tc: holds
// run: --engine=dpor
// verdict tc: holds
// run: --engine=sample
// verdict tc: sampled
// run: --network=bag
// verdict tc: holds
axiom true;
event eX;
event eY;
machine Main { var d: machine; start state S { entry { d = new D(); send d, eY; announce eX; } } }
machine D { start state S { on eY do { assert false; } } }
spec P observes eX { start state S { on eX do { assume (false); } } }
test tc [main=Main]: assert P in { Main, D };
