// An eventset used as a type is a machine reference that accepts these events.
event eStop;
event ePause: int;
eventset Control = { eStop, ePause };
interface Remote() receives ePause, eStop;

machine Device receives eStop, ePause; {
  start state On { ignore eStop, ePause; }
}

machine Owner {
  var handle: Control;
  var byInterface: Remote;
  var plain: machine;
  start state Run {
    entry {
      handle = new Device();
      byInterface = handle;
      plain = byInterface;
      handle = plain to Control;
      send handle, ePause, 3;
      send handle, eStop;
    }
  }
}
