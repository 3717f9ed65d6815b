// A tuple cast to one with other names or more fields has not the field that is asked for.
// verdict tc___short_false: violated: cast @10
// verdict tc___short_true: violated: cast @12
param short: bool;
machine Main {
  start state Run {
    entry {
      var hidden: any;
      hidden = (b = 1, c = 2);
      if (!short) assert (hidden as (a: int, b: int)).a == 1;
      hidden = (1,);
      assert (hidden as (int, int)).1 == 2;
    }
  }
}
test param (short in [true, false]) tc [main=Main]: { Main };
