// A spec must not call a global function that creates a machine.
event eAlarm;

machine Doctor { start state Ready { } }

fun CallDoctor(): machine { return new Doctor(); }

spec Nurse observes eAlarm {
  var doctor: machine;
  start state Watch {
    on eAlarm do {
      doctor = CallDoctor();  //~ error: which is not allowed in a spec
    }
  }
}
