// The sends clause decides what a module sends; announcing an event is not enough.
event ePing;
event eNote;

machine Pinger sends ePing; {
  start state Run { entry { announce eNote; send this, ePing; } ignore ePing; }
}

spec Notes observes eNote { start state Watch { ignore eNote; } }

module Checked = assert Notes in { Pinger };  //~ error: which the module never sends
