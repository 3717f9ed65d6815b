// A smaller receive set of the new interface is not an equal one.
event eGet;
event ePut;

interface Source() receives eGet;

machine Server receives eGet, ePut; { start state Serve { ignore eGet, ePut; } }

module Renamed = rename Server to Source in { Server };  //~ error: cannot rename 'Server' to 'Source'
