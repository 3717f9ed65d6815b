// A statement after raise is never executed.
event eFail: int;

machine Worker {
  start state Run {
    entry {
      raise eFail, 3;
      print "never printed";  //~ warning: unreachable statement
    }
    on eFail do (code: int) { print format("failed with {0}", code); }
  }
}
