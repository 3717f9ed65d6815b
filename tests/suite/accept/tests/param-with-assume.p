// An assume filters the assignments with literals, parameters, arithmetic, comparisons and boolean operators.
param nodes, faults: int;
param sync: bool;
machine Main { start state S { entry { assert nodes > faults; } } }

test param (nodes in [3, 4, 5], faults in [0, 1, 2]) assume (nodes > 2 * faults) tcMajority [main=Main]: { Main };
test param (nodes in [1, 2, 3]) assume (nodes % 2 == 1 && nodes != 3) tcOdd [main=Main]: { Main };
test param (nodes in [4, 7], faults in [1, 2], sync in [true, false])
  assume (sync || nodes - 1 >= 3 * faults && !(faults == 0)) tcByzantine [main=Main]: { Main };
test param (nodes in [1, 2], sync in [true, false]) assume (sync == (nodes / 2 <= 1)) tcFlag [main=Main]: { Main };
test param (nodes in [1, 2]) assume (true) tcTrivial [main=Main]: { Main };
test param (nodes in [1, 2, 3]) assume (nodes + faults < 3) tcUnmentioned [main=Main]: { Main };
