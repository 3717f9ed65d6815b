// A test may mention any subset of the parameters, in any order, and parameters may be declared later.
test param (third in [1, 2], first in [true]) tcTwo [main=Main]: { Main };
test param (second in [7]) tcOne [main=Main]: { Main };
test param (second in [7, 8], third in [0], first in [false, true]) tcAll [main=Main]: { Main };
test tcNone [main=Main]: { Main };

machine Main { start state S { entry { assert first || second >= third; } } }

param first: bool;
param second, third: int;
