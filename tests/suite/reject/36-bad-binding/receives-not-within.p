// An interface must not accept an event that the bound machine does not receive.
event eRead: int;
event eWrite: int;

interface Storage() receives eRead, eWrite;

machine ReadOnlyDisk receives eRead; {
  start state Ready { on eRead do (block: int) { assert block >= 0; } }
}

module Disk = { ReadOnlyDisk -> Storage };  //~ error: cannot bind 'ReadOnlyDisk' to 'Storage'
