// found with: --network=bag --faults=loss=1:eVote
// A vote that is lost leaves somebody waiting.
event eVote; event eDone;
machine Main { start state S { ignore eDone; entry { var z: machine; z = new Z(this); new C(z); new C(z); receive { case eDone: {} } } } }
machine C { start state S { entry (z: machine) { send z, eVote; } } }
machine Z { var m: machine; var n: int; start state S { entry (p: machine) { m = p; }
  on quorum (2) eVote do { n = n + 1; assert n < 2, "twice"; send m, eDone; } } }
test t [main=Main]: { Main, C, Z };
