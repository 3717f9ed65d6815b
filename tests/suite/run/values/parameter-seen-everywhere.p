// A parameter is the same in machines, global functions and specs.
// verdict tc___limit_1: violated: assertion @16 2 of 1
// verdict tc___limit_2: holds
// states tc___limit_2: 3
// transitions tc___limit_2: 2
event eJob: int;
param limit: int;
fun Many(): int { return limit * 2; }
machine Main {
  start state Run {
    entry { assert Many() == limit + limit; announce eJob, 2; }
  }
}
spec Few observes eJob {
  start state Watch {
    on eJob do (n: int) { assert n <= limit, format("{0} of {1}", n, limit); }
  }
}
test param (limit in [1, 2]) tc [main=Main]: assert Few in { Main };
