// The word pairwise asks for a cover of all pairs of values of two or more parameters.
param a, b, c: int;
param flag: bool;
machine Main { start state S { entry { assert a + b + c >= 0 || flag; } } }

test param (a in [1, 2], b in [1, 2]) pairwise tcTwo [main=Main]: { Main };
test param (a in [1, 2], b in [1, 2, 3], c in [5, 6], flag in [true, false]) pairwise tcFour [main=Main]: { Main };
test param (a in [1, 2], b in [1, 2], c in [1, 2]) assume (a != b) pairwise tcFiltered [main=Main]: { Main };
