// found with: --network=p2p
// What a child sends may overtake what its creator has sent.
event eA; event eB; event eGo;
machine Main { start state S { entry { var z: machine; var y: machine; z = new Z(); y = new Y(z); send y, eGo; } } }
machine Y { var z: machine; start state S { entry (p: machine) { z = p; send z, eA; } on eGo do { new C(z); } } }
machine C { start state S { entry (z: machine) { send z, eB; } } }
machine Z { var done: bool; start state S {
  on eA do { assert !done, "b came first"; }
  on eB do { done = true; } } }
test t [main=Main]: { Main, Y, C, Z };
