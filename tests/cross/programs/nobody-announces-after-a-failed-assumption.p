// expect: holds
// Other may announce eZ before eX, but not after it, since the run has ended then.
axiom true;
event eX;
event eZ;
machine Main { start state S { entry { new Other(); send this, eZ; } on eZ do { announce eX; assume (false); } } }
machine Other { start state S { entry { announce eZ; } } }
spec Order observes eX, eZ { start state S { on eX goto T; ignore eZ; } state T { on eZ do { assert false; } ignore eX; } }
test t [main=Main]: assert Order in (union { Main }, { Other });
