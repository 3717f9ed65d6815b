// Leading zeros are allowed in numbers and never make them octal.
enum tGrade { LOW = 00, MIDDLE = 08, HIGH = 010 }
machine Teacher {
  var grade: tGrade;
  var mark: (int, float);
  var marks: seq[int];
  start state Ready {
    entry {
      mark.00 = 007;
      mark.01 = 01.50;
      marks += (00, 099);
      marks[000] = 0000000000000012;
      grade = MIDDLE;
      assert mark.0 == 7 && choose(05) < 5 && grade != HIGH;
    }
  }
}
