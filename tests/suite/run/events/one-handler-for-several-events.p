// `on eA, eB do` handles each of them.
// verdict: violated: assertion @12 3
event eA: int;
event eB: int;
event eEnd;
machine Main {
  var sum: int;
  start state Only {
    entry { send this, eA, 1; send this, eB, 2; send this, eEnd; }
    on eA, eB do (n: int) { sum = sum + n; }
    on eEnd do {
      assert false, format("{0}", sum);
    }
  }
}
