// An event set as a type accepts only references with exactly its events.
event eStop;
event ePause;
eventset Control = { eStop, ePause };
machine Player receives eStop, ePause; { start state Idle { ignore eStop, ePause; } }
machine Lamp receives eStop; { start state Idle { ignore eStop; } }
machine Remote {
  var device: Control;
  start state Idle {
    entry {
      device = new Player();
      device = new Lamp();  //~ error: expected Control, found Lamp
      device = eStop;  //~ error: expected Control, found event
    }
  }
}
