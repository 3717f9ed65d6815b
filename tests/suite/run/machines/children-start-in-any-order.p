// The second child may start before the first.
// verdict: violated: assertion @10
event eStarted: int;
machine Main { start state Only { entry { new Child(1); new Child(2); } } }
machine Child { start state Only { entry (n: int) { announce eStarted, n; } } }
spec InOrder observes eStarted {
  var last: int;
  start state Only {
    on eStarted do (n: int) {
      assert n > last;
      last = n;
    }
  }
}
