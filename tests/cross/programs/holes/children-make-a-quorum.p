// found with: --network=bag
// One machine may create as many voters as a quorum needs.
event eVote; event eOther; event eGo; event eX;
machine Main { start state S { entry { var z: machine; var y: machine; z = new Z(); y = new Y(z); new D(y); new W(z); send y, eGo; } } }
machine W { start state S { entry (z: machine) { send z, eOther; } } }
machine D { start state S { entry (z: machine) { send z, eX; } } }
machine Y { var n: int; var z: machine; start state S { entry (p: machine) { z = p; } on eGo do { n = n+1; new C(z); new C(z); } on eX do {n = n * 2;} } }
machine C { start state S { entry (z: machine) { send z, eVote; } } }
machine Z { var done: bool; start state S {
  on eOther do { assert !done, "quorum came first"; }
  on quorum (2) eVote do { done = true; } } }
test t [main=Main]: { Main, W, Y, C, Z, D };
