event eX;
event eN: int;
param isFast: bool;
machine Main {
  start state S {
    entry {
      if (isFast) { }  //~ error: does not support a parameter that is not an int
    }
  }
}
test param (isFast in [true, false]) tc [main=Main]: { Main };
