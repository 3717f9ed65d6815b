// found with: --network=p2p
// a sends y and then x, b sends x: with b's x first in the queue, the quorum comes before y.
event x; event y;
machine Main { start state S { entry { var z: machine; z = new Z(); new A(z); new B(z); } } }
machine A { start state S { entry (z: machine) { send z, y; send z, x; } } }
machine B { start state S { entry (z: machine) { send z, x; } } }
machine Z { var n: int; start state S { on y do { n = 1; } on quorum (2) x do { assert n == 1, "before y"; } } }
test t [main=Main]: { Main, A, B, Z };
