// The form (k wise) takes every k from 1 to the number of parameters.
param a, b, c: int;
machine Main { start state S { entry { assert a + b + c < 99; } } }

test param (a in [1, 2, 3]) (1 wise) tcOneOfOne [main=Main]: { Main };
test param (a in [1, 2], b in [1, 2], c in [1, 2]) (1 wise) tcOne [main=Main]: { Main };
test param (a in [1, 2], b in [1, 2], c in [1, 2]) (2 wise) tcTwo [main=Main]: { Main };
test param (a in [1, 2], b in [1, 2], c in [1, 2]) ( 3 wise ) tcThree [main=Main]: { Main };
test param (a in [1, 2], b in [3, 4]) assume (a < b) (2 wise) tcAssume [main=Main]: { Main };
test param (a in [1, 2], b in [3, 4]) assume (a < b && c == 0) (01 wise) tcZero [main=Main]: { Main };
