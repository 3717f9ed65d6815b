// A machine may serve several interfaces, but each of them must fit.
event eRead: int;
event eWrite: int;

interface Reader() receives eRead;
interface Writer() receives eWrite;

machine ReadOnlyDisk receives eRead, halt; {
  start state Ready { ignore eRead; }
}

module Disk = { ReadOnlyDisk -> Reader,
                ReadOnlyDisk -> Writer };  //~ error: cannot bind 'ReadOnlyDisk' to 'Writer'
