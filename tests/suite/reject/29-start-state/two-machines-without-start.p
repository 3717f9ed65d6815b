// Each machine without a start state is reported.
event eJob: int;

machine Foreman {  //~ error: has no start state
  state Plan { ignore eJob; }
}

machine Mason {  //~ error: has no start state
  var jobs: int;
  state Build { on eJob do (n: int) { jobs = jobs + n; } }
}
