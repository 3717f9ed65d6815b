// An eventset clashes only with interfaces declared before it, so an interface of the same name may follow.
event eRing;
eventset Phone = { eRing };
interface Phone() receives eRing;

machine Handset receives eRing; {
  start state Idle { ignore eRing; }
}

machine Caller {
  var line: Phone;
  start state Dial {
    entry {
      line = new Phone();
      send line, eRing;
    }
  }
}

test tcCall [main=Caller]: { Caller, Handset -> Phone };
