// A module of machines with empty sends clauses sends nothing.
event ePing;

machine Mute sends ; {
  start state Run { ignore ePing; }
}

spec Pings observes ePing { start state Watch { ignore ePing; } }

module Checked = assert Pings in { Mute };  //~ error: which the module never sends
