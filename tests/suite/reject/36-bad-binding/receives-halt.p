// The event halt counts as well when receive sets are compared.
event eRead: int;

interface Storage() receives eRead, halt;

machine Disk receives eRead; {
  start state Ready { on eRead do (block: int) { assert block >= 0; } }
}

module Disks = { Disk -> Storage };  //~ error: cannot bind 'Disk' to 'Storage'
