// A cast to a type of another kind is an error, whatever the two kinds are.
// verdict tc___pair_0: violated: cast @22
// verdict tc___pair_1: violated: cast @23
// verdict tc___pair_2: violated: cast @24
// verdict tc___pair_3: violated: cast @25
// verdict tc___pair_4: violated: cast @26
// verdict tc___pair_5: violated: cast @27
// verdict tc___pair_6: violated: cast @28
// verdict tc___pair_7: violated: cast @29
// verdict tc___pair_8: violated: cast @30
// verdict tc___pair_9: violated: cast @31
// verdict tc___pair_10: violated: cast @32
// verdict tc___pair_11: violated: cast @33
// verdict tc___pair_12: violated: cast @34
event eJob;
enum tColor { RED, GREEN }
param pair: int;
machine Main {
  fun Hide(x: any): any { return x; }
  start state Run {
    entry {
      if (pair == 0) assert (Hide("3") as int) == 3;
      if (pair == 1) assert (Hide(1) as bool);
      if (pair == 2) assert (Hide(3) as float) == 3.0;
      if (pair == 3) assert (Hide(3) as string) == "3";
      if (pair == 4) assert (Hide("eJob") as event) == eJob;
      if (pair == 5) assert (Hide(1) as machine) == this;
      if (pair == 6) assert sizeof(Hide(default(set[int])) as seq[int]) == 0;
      if (pair == 7) assert sizeof(Hide(default(seq[int])) as set[int]) == 0;
      if (pair == 8) assert sizeof(Hide(default(seq[int])) as map[int, int]) == 0;
      if (pair == 9) assert (Hide((a = 1, b = 2)) as (int, int)).0 == 1;
      if (pair == 10) assert (Hide((1, 2)) as (a: int, b: int)).a == 1;
      if (pair == 11) assert (Hide(1.0) as tColor) == GREEN;
      if (pair == 12) assert (Hide(eJob) as machine) == this;
    }
  }
}
test param (pair in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) tc [main=Main]: { Main };
