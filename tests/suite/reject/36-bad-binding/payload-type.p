// The constructor payload of the interface must fit the machine.
event eTake;

interface Pool(int) receives eTake;

machine NamedPool {
  var label: string;
  start state Ready {
    entry (name: string) { label = name; }
    ignore eTake;
  }
}

module Pools = { NamedPool -> Pool };  //~ error: cannot bind 'NamedPool' to 'Pool'
