// `main` takes one machine.
machine A { start state S { } }
machine B { start state S { } }
module Both = main A, B in { A, B };  //~ error: found ','
