// `m[k] = v` replaces, `m += (k, v)` does not.
// verdict: violated: key @10
machine Main {
  var price: map[string, int];
  start state Only {
    entry {
      price["tea"] = 2;
      price["tea"] = 3;
      price += ("milk", 1);
      price += ("tea", 4);
    }
  }
}
