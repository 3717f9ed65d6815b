// What foreign and global functions create counts for their callers only.
event eX;
fun SpawnA(): machine creates A;
fun SpawnB() creates B;
fun SpawnBoth() { SpawnA(); SpawnB(); }
fun SpawnC(): machine { return new C(); }

machine A { start state S { } }
machine B { start state S { entry { SpawnA(); } } }
machine C { start state S { } }
machine OnlyA { start state S { entry { SpawnA(); } } }
machine Both { start state S { entry { SpawnBoth(); } } }
machine ViaGlobal { start state S { on eX do Later; } fun Later() { SpawnC(); } }

test tcOnlyA [main=OnlyA]: { OnlyA, A };
test tcBoth [main=Both]: { Both, A, B };
test tcViaGlobal [main=ViaGlobal]: { ViaGlobal, C };
