// An interface without constructor payload cannot create a machine that needs one.
event eTake;

interface Pool() receives eTake;

machine SizedPool {
  var size: int;
  start state Ready {
    entry (n: int) { size = n; }
    ignore eTake;
  }
}

module Pools = { SizedPool -> Pool };  //~ error: cannot bind 'SizedPool' to 'Pool'
