// A missing machine is found through named modules, unions and asserts.
event eGet;

machine Server { start state Serve { entry { new Disk(); } ignore eGet; } }
machine Disk { start state Ready { } }
machine Client { start state Run { entry { send new Server(), eGet; } } }

spec Gets observes eGet { start state Watch { ignore eGet; } }

module Back = { Server };
module Front = { Client };
module Checked = assert Gets in (union Back, Front);

test tcChecked [main=Client]: Checked;  //~ error: is not bound
