// The parenthesis after an assumption belongs to `wise`, not to a call.
param fast: bool;
param size: int;
machine Main { start state S { } }
test param (fast in [true, false], size in [1, 2]) assume fast (2 wise) tcFast [main=Main]: { Main };
test param (fast in [true, false], size in [1, 2]) assume size < 2 (1 wise) tcSmall [main=Main]: { Main };
