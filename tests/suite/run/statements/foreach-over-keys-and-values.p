// A foreach takes each key and each value once.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var prices: map[string, int];
      var name: string;
      var price: int;
      var sum: int;
      prices["tea"] = 3;
      prices["cake"] = 4;
      prices["pie"] = 4;
      foreach (name in keys(prices)) { sum = sum + prices[name]; prices[name] = 0; }
      assert sum == 11;
      foreach (price in values(prices)) { assert price == 0; sum = sum + 1; }
      assert sum == 14;
    }
  }
}
