// Numbered enum elements may come in any order, with gaps, leading zeros and up to the largest 32 bit number.
enum Status { MISSING = 404, FINE = 200, ZERO = 0, LARGEST = 2147483647, PADDED = 007 }
enum OneOnly { ALONE = 5 }

machine Probe {
  var status: Status;
  start state Run {
    entry {
      assert status == ZERO;
      assert default(OneOnly) == ALONE;
      assert LARGEST to int > 1;
    }
  }
}
