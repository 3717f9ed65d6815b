// A spec that a named module attaches must not be attached around it again.
event ePing;

machine Pinger { start state Run { entry { send this, ePing; } ignore ePing; } }
machine Helper { start state Run { } }

spec Pings observes ePing { start state Watch { ignore ePing; } }
spec Others observes ePing { start state Watch { ignore ePing; } }

module Checked = assert Pings in { Pinger };
module System = union Checked, { Helper };

test tcPing [main=Pinger]: assert Others, Pings in System;  //~ error: 'Pings' is already attached
