// Null is no int, bool, float, string or enum.
// verdict tc___wish_0: violated: cast @13
// verdict tc___wish_1: violated: cast @14
// verdict tc___wish_2: violated: cast @15
// verdict tc___wish_3: violated: cast @16
// verdict tc___wish_4: violated: cast @17
enum tColor { RED, GREEN }
param wish: int;
machine Main {
  start state Run {
    entry {
      var nothing: any;
      if (wish == 0) assert (nothing as int) == 0;
      if (wish == 1) assert !(nothing as bool);
      if (wish == 2) assert (nothing as float) == 0.0;
      if (wish == 3) assert (nothing as string) == "";
      if (wish == 4) assert (nothing as tColor) == RED;
    }
  }
}
test param (wish in [0, 1, 2, 3, 4]) tc [main=Main]: { Main };
