// found with:
// What is deferred for ever is dead to the search, and in the way of the real run.
event eA; event eB;
machine Main { start state S { entry { var z: machine; z = new Z(); send z, eA; send z, eB; send z, eB; } } }
machine Z { start state S { defer eA; on eB goto T; } state T { defer eA; on eB do { assert false, "b"; } } }
test t [main=Main]: { Main, Z };
