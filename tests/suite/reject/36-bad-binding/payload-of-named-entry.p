// The parameter of a named entry function is the constructor payload, too.
event eTake;

interface Pool(bool) receives eTake;

machine SizedPool {
  var size: int;
  start state Ready {
    entry Init;
    ignore eTake;
  }
  fun Init(n: int) { size = n; }
}

module Pools = { SizedPool -> Pool };  //~ error: cannot bind 'SizedPool' to 'Pool'
