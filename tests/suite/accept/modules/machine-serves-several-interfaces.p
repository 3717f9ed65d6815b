// One machine may be bound to several interfaces in one module.
event eRead: machine;
event eWrite: int;
event eClose;
interface Reader() receives eRead;
interface Writer() receives eWrite, eClose;
interface Any() receives eRead, eWrite, eClose, halt;

machine File {
  start state Open { ignore eRead, eWrite; on eClose do { raise halt; } }
}

machine Driver {
  start state Run {
    entry {
      var r: Reader;
      var w: Writer;
      r = new Reader();
      w = new Writer();
      new Any();
      new File();
      send r, eRead, this;
      send w, eWrite, 1;
    }
  }
}

module Files = { File -> Reader, File -> Writer, File, File -> Any };
test tcFiles [main=Driver]: union Files, { Driver };
