// An implementation is checked like a test.
event ePing;
event ePong;

machine Pinger sends ePing; {
  start state Run { entry { send this, ePing; } ignore ePing; }
}

spec Pongs observes ePong { start state Watch { ignore ePong; } }

implementation Product [main=Pinger]: assert Pongs in { Pinger };  //~ error: which the module never sends
