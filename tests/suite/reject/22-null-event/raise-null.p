// The null event cannot be raised.
event eWake;

machine Sleeper {
  start state Asleep {
    entry { raise null; }  //~ error: cannot raise the null event
    on eWake goto Awake;
  }
  state Awake { }
}
