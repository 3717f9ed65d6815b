// An event variable may bring a payload that the spec's handler cannot take.
// verdict: violated: cast @8
event eCount: int;
machine Main { start state Only { entry { var e: event; e = eCount; announce e, "three"; } } }
spec Sum observes eCount {
  var sum: int;
  start state Only {
    on eCount do (n: int) { sum = sum + n; }
  }
}
