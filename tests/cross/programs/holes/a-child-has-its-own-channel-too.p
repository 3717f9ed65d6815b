// found with: --network=p2p
// The same, with more to choose from.
event eA; event eB; event eGo;
machine Main { start state S { entry { var z: machine; var y: machine; z = new Z(); y = new Y(z); send y, eGo; } } }
machine Y { var z: machine; start state S { entry (p: machine) { z = p; send z, eA; } on eGo do { new C(z); } on eB do {} } }
machine C { start state S { entry (z: machine) { send z, eB; } } }
machine Z { var done: bool; start state S {
  on eA do { assert !done, "b came first"; }
  on eB do { done = true; } } }
machine D { start state S { entry (y: machine) { send y, eB; } } }
machine Main2 { start state S { entry { var z: machine; var y: machine; z = new Z(); y = new Y(z); new D(y); send y, eGo; } } }
test t [main=Main2]: { Main2, Y, C, Z, D };
