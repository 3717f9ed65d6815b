// An announcement is no scheduling point, so the spec fails before anybody takes what was sent just before it.  Behind a
// second send, the receiver of the first may be faster.
// verdict tc: violated: assertion @25 spec
// run: --engine=reduced
// verdict tc: violated: assertion @25 spec
// run: --engine=sets
// verdict tc: violated: assertion @25 spec
// run: --engine=dpor
// verdict tc: violated: assertion @25 spec
// run: --engine=asi
// verdict tc: violated: assertion @25 spec
// run: --engine=sample
// verdict tc: violated: assertion @25 spec
// run: --network=p2p
// verdict tc: violated: assertion @25 spec
// run: --network=causal --engine=dpor
// verdict tc: violated: assertion @25 spec
event eX;
event eY;
machine Main { var d: machine; start state S { entry { d = new D(); send d, eY; announce eX; } } }
machine D { start state S { on eY do {
  assert false, "receiver";
} } }
spec P observes eX { start state S { on eX do {
  assert false, "spec";
} } }
test tc [main=Main]: assert P in { Main, D };
