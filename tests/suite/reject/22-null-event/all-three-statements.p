// Each statement that emits the null event is reported on its own.
event eDone;

machine Reporter {
  start state Run {
    entry (office: machine) {
      send office, null;  //~ error: cannot send the null event
      announce null;  //~ error: cannot announce the null event
      raise null;  //~ error: cannot raise the null event
    }
    on eDone do { }
  }
}
