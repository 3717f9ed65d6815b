// Every observed event must be sent by the module.
event ePing;
event ePong;

machine Pinger sends ePing, halt; {
  start state Run { entry { send this, ePing; } ignore ePing; }
}

spec Rally observes ePing, ePong { start state Watch { ignore ePing, ePong; } }

module Checked = assert Rally in { Pinger };  //~ error: which the module never sends
