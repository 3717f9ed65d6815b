// An interface with a constructor payload cannot create a machine that takes none.
event eTake;

interface Pool(int) receives eTake;

machine FixedPool {
  var size: int;
  start state Ready {
    entry { size = 16; }
    ignore eTake;
  }
}

module Pools = { FixedPool -> Pool };  //~ error: cannot bind 'FixedPool' to 'Pool'
