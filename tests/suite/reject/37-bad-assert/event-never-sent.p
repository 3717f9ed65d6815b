// A spec must not observe an event that the module does not send.
event ePing;
event ePong;

machine Pinger sends ePing; {
  start state Run { entry { send this, ePing; } ignore ePing; }
}

spec Pongs observes ePong { start state Watch { ignore ePong; } }

test tcPing [main=Pinger]: assert Pongs in { Pinger };  //~ error: which the module never sends
