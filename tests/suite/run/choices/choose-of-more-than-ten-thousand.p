// A number above ten thousand is an error when the program runs.
// verdict tc___most_10000: holds
// transitions tc___most_10000: 1
// states tc___most_10000: 2
// verdict tc___most_10001: violated: choose @12
// verdict tc___most_2147483647: violated: choose @12
param most: int;
machine Main {
  start state Run {
    entry {
      var n: int;
      n = choose(most);
    }
  }
}
test param (most in [10000, 10001, 2147483647]) tc [main=Main]: { Main };
