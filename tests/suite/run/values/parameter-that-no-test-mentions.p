// A parameter without values has the default of its type.
// verdict tc___n_4: holds
// states tc___n_4: 2
// transitions tc___n_4: 1
// verdict plain: violated: assertion @14 n is 0
enum tColor { RED = 7, GREEN = 3 }
param n, other: int;
param flag: bool;
param color: tColor;
machine Main {
  start state Run {
    entry {
      assert other == 0 && !flag && color == GREEN;
      assert n == 4, format("n is {0}", n);
    }
  }
}
test param (n in [4]) tc [main=Main]: { Main };
test plain [main=Main]: { Main };
