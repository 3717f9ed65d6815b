// Only a spec can be asserted, not a module.
event eGet;

machine Driver { start state Go { entry { send this, eGet; } ignore eGet; } }

module Core = { Driver };
test tcCore [main=Driver]: assert Core in Core;  //~ error: no spec named 'Core'
