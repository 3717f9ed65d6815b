// An alias may stand for every form of type.
type tFlag = bool;
type tCount = int;
type tRatio = float;
type tLabel = string;
type tSignal = event;
type tPeer = machine;
type tPlain = data;
type tAnything = any;
type tLog = seq[int];
type tGroup = set[machine];
type tTable = map[int, seq[(string, bool)]];
type tPair = (int, bool);
type tSingle = (int);
type tRow = (key: int, value: tPair);
type tCell = (only: int);
type tShelfRef = Shelf;

machine Shelf {
  var flag: tFlag; var ratio: tRatio; var label: tLabel; var signal: tSignal; var peer: tPeer;
  var plain: tPlain; var thing: tAnything; var log: tLog; var crew: tGroup; var table: tTable;
  var single: tSingle; var row: tRow; var cell: tCell; var shelf: tShelfRef;
  start state Ready {
    entry {
      single = (4,);
      row = (key = 1, value = (2, true));
      cell = (only = 3,);
      shelf = this;
      log += (0, single.0 + cell.only);
    }
  }
}
