// Only interfaces with equal receive sets can be renamed into each other.
event eGet;
event ePut;

interface Store() receives eGet, ePut;

machine Server receives eGet; { start state Serve { ignore eGet; } }

module Renamed = rename Server to Store in { Server };  //~ error: cannot rename 'Server' to 'Store'
