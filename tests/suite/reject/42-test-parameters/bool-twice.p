// A bool value may not be listed twice either.
param fast: bool;
machine Main { start state S { } }
test param (fast in [true, true]) tc [main=Main]: { Main };  //~ error: value true appears twice
