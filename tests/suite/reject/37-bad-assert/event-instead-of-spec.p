// Only a spec can be asserted, not an event.
event eGet;

machine Driver { start state Go { entry { send this, eGet; } ignore eGet; } }

module Checked = assert eGet in { Driver };  //~ error: no spec named 'eGet'
