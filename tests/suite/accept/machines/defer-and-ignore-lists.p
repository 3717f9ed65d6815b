// The defer and ignore lists may repeat and may contain halt and events with payload.
event eJob: int;
event eStop;
event ePing: machine;
event eNoise: (string, int);

machine Worker {
  start state Busy {
    defer eJob, halt;
    defer eStop;
    ignore ePing;
    ignore eNoise;
  }
  state Idle {
    defer eStop;
    ignore halt, ePing, eNoise;
    on eJob goto Busy;
  }
  state Deaf {
    ignore eJob, eStop, ePing, eNoise, halt;
  }
}
