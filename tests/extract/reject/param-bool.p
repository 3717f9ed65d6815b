event eX;
event eN: int;
param isFast: bool;
machine Main {
  start state S {
    entry {
      if (isFast) { }  //~ error: cannot take a parameter that is no int
    }
  }
}
test param (isFast in [true, false]) tc [main=Main]: { Main };
