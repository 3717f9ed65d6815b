// The parameter of an anonymous handler and its locals form one scope.
event eJob: int;
machine Worker {
  start state Idle {
    on eJob do (job: int) {
      var job: string;  //~ error: 'job' is already declared
      print "working";
    }
  }
}
