// A parameterised test gives an integer parameter a list of values, negative ones and zero too.
param nNodes, offset: int;
machine Main { start state S { entry { assert nNodes + offset < 1000; } } }

test param (nNodes in [1]) tcOne [main=Main]: { Main };
test param (nNodes in [3, 1, 2]) tcThree [main=Main]: { Main };
test param (offset in [-1, 0, 1, -2147483647, 2147483647]) tcOffsets [main=Main]: { Main };
test param (offset in [- 5, 5]) tcSpaced [main=Main]: { Main };
test param (nNodes in [1, 2], offset in [1, 2]) tcSameValues [main=Main]: { Main };
test tcDefaults [main=Main]: { Main };
