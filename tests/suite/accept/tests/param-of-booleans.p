// A parameterised test may list boolean values.
param lossy, ordered: bool;
param nNodes: int;
machine Main { start state S { entry { if (lossy && !ordered) print "hard"; } } }

test param (lossy in [true]) tcLossy [main=Main]: { Main };
test param (lossy in [true, false]) tcEither [main=Main]: { Main };
test param (lossy in [false, true], ordered in [true, false]) tcAll [main=Main]: { Main };
test param (nNodes in [1, 2, 3], lossy in [true, false]) tcMixed [main=Main]: { Main };
