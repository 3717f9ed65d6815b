// A statement after goto is never executed.
machine Worker {
  var jobs: int;
  start state Run {
    entry {
      if (jobs == 0) {
        goto Rest;
        jobs = 1;  //~ warning: unreachable statement
      } else {
        jobs = jobs - 1;
      }
    }
  }
  state Rest { }
}
