event eX;
event eN: int;
param N: int;
machine Main { start state S { entry { assert N < 5; } } }
test param (N in [-1, 1]) tc [main=Main]: { Main };  //~ error: does not support a negative parameter
