// A stub that receives less than a machine cannot take that machine's place.
event eGet: int;
event ePut: int;

machine Server receives eGet, ePut; {
  var last: int;
  start state Serve { on eGet, ePut do (n: int) { last = n; } }
}

machine Stub receives ePut; {
  start state Serve { ignore ePut; }
}

module Fake = { Stub -> Server };  //~ error: cannot bind 'Stub' to 'Server'
