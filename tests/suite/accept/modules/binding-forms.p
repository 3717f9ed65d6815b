// A primitive module binds machines to their own interface, to an interface, or to another machine's interface.
event eGet: machine;
event ePut: int;
interface Cell(int) receives eGet, ePut;

machine FastCell { start state Run { entry (n: int) { } ignore eGet, ePut; } }
machine SafeCell receives eGet, ePut, halt; { start state Run { entry (n: int) { } ignore eGet, ePut; } }
machine Clock { start state Run { } }
machine Stub { start state Run { } }

machine Driver {
  start state Run { entry { new Cell(3); new SafeCell(4); new Clock(); } }
}

module Alone = { Clock };
module Bound = { FastCell -> Cell };
module Mixed = { FastCell -> Cell, SafeCell, Stub -> Clock, Driver };
test tcMixed [main=Driver]: Mixed;
