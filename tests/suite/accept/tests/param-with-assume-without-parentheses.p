// The expression after assume needs no parentheses.
param nodes, faults: int;
param sync: bool;
machine Main { start state S { entry { assert nodes >= faults; } } }

test param (nodes in [3, 4], faults in [0, 1]) assume nodes > faults tcMore [main=Main]: { Main };
test param (nodes in [3, 4], sync in [true, false]) assume sync tcSync [main=Main]: { Main };
test param (nodes in [3, 4]) assume !sync && nodes != 3 tcAsync [main=Main]: { Main };
test param (nodes in [3, 4], faults in [0, 1]) assume nodes > faults pairwise tcPairs [main=Main]: { Main };
