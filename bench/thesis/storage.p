// Regular storage with one writer: sections 3.6 and 4.6 of Bokor's thesis, after Attiya, Bar-Noy and Dolev.
//
// A setting (B, R) has B base objects and R readers. The writer writes once, each reader reads once;
// both wait for a majority of the base objects. Crashed base objects are those that are never heard.
// Meant for --network=bag.

type tCell = (stamp: int, value: int);  // stamp 0: as it was in the beginning

event eWrite: (writer: machine, cell: tCell);  // writer -> base objects
event eWritten;                                // and back
event eRead: machine;                          // reader -> base objects
event eContent: tCell;                         // and back

event eWriteEnds: int;                             // announced: the value
event eReadBegins: machine;                        // announced: who reads
event eReadEnds: (reader: machine, value: int);    // announced

param nBases: int;
param nReaders: int;

machine Base {
  var cell: tCell;

  start state Serving {
    on eWrite do (request: (writer: machine, cell: tCell)) {
      if (request.cell.stamp > cell.stamp) cell = request.cell;
      send request.writer, eWritten;
    }
    on eRead do (reader: machine) { send reader, eContent, cell; }
  }
}

fun BeginWrite(writer: machine, bases: set[machine]) {
  var b: machine;
  foreach (b in bases) send b, eWrite, (writer = writer, cell = (stamp = 1, value = 1));
}

fun BeginRead(reader: machine, bases: set[machine]) {
  var b: machine;
  announce eReadBegins, reader;
  foreach (b in bases) send b, eRead, reader;
}

fun Newer(a: tCell, b: tCell): tCell {
  if (a.stamp > b.stamp) return a;
  return b;
}

// ---- With quorum handlers ----

machine Writer {
  start state Writing {
    entry (bases: set[machine]) { BeginWrite(this, bases); }
    on quorum (nBases / 2 + 1) eWritten do {
      announce eWriteEnds, 1;
      raise halt;
    }
  }
}

machine Reader {
  start state Reading {
    entry (bases: set[machine]) { BeginRead(this, bases); }
    on quorum (nBases / 2 + 1) eContent do (contents: seq[tCell]) {
      var newest: tCell;
      var c: tCell;
      foreach (c in contents) newest = Newer(c, newest);
      announce eReadEnds, (reader = this, value = newest.value);
      raise halt;
    }
  }
}

// ---- One message at a time ----

machine CountingWriter {
  var count: int;

  start state Writing {
    entry (bases: set[machine]) { BeginWrite(this, bases); }
    on eWritten do {
      count = count + 1;
      if (count == nBases / 2 + 1) {
        announce eWriteEnds, 1;
        raise halt;
      }
    }
  }
}

machine CountingReader {
  var count: int;
  var newest: tCell;

  start state Reading {
    entry (bases: set[machine]) { BeginRead(this, bases); }
    on eContent do (content: tCell) {
      count = count + 1;
      newest = Newer(content, newest);
      if (count == nBases / 2 + 1) {
        announce eReadEnds, (reader = this, value = newest.value);
        raise halt;
      }
    }
  }
}

// ---- Properties ----

// A read that begins when the write has ended returns what was written.
spec Regularity observes eWriteEnds, eReadBegins, eReadEnds {
  var written: int;
  var bound: set[machine];  // readers that must see it

  start state Watching {
    on eWriteEnds do (value: int) { written = value; }
    on eReadBegins do (reader: machine) {
      if (written != 0) bound += (reader);
    }
    on eReadEnds do (read: (reader: machine, value: int)) {
      if (read.reader in bound) assert read.value == written, "a read returns an old value";
    }
  }
}

// The wrong one: even a read that began before, if it ends after the write.
spec WrongRegularity observes eWriteEnds, eReadEnds {
  var written: int;

  start state Watching {
    on eWriteEnds do (value: int) { written = value; }
    on eReadEnds do (read: (reader: machine, value: int)) {
      if (written != 0) assert read.value == written, "a read returns an old value";
    }
  }
}

// ---- Settings ----

machine Main {
  start state Go {
    entry {
      var bases: set[machine];
      var i: int;
      while (sizeof(bases) < nBases) bases += (new Base());
      new Writer(bases);
      while (i < nReaders) {
        new Reader(bases);
        i = i + 1;
      }
    }
  }
}

module Storage = { Main, Base, Writer, Reader };
module Counting = { Main, Base, CountingWriter -> Writer, CountingReader -> Reader };

// expect: holds
test param (nBases in [1], nReaders in [1]) tcStorage_1_1 [main=Main]:
  assert Regularity in Storage;

// expect: holds
test param (nBases in [3], nReaders in [1]) tcStorage_3_1 [main=Main]:
  assert Regularity in Storage;

// expect: holds
test param (nBases in [3], nReaders in [2]) tcStorage_3_2 [main=Main]:
  assert Regularity in Storage;

// expect: holds
test param (nBases in [5], nReaders in [1]) tcStorage_5_1 [main=Main]:
  assert Regularity in Storage;

// expect: holds
test param (nBases in [5], nReaders in [2]) tcStorage_5_2 [main=Main]:
  assert Regularity in Storage;

// expect: holds
test param (nBases in [3], nReaders in [0]) tcCounting_3_0 [main=Main]:
  assert Regularity in Counting;

// expect: holds
test param (nBases in [1], nReaders in [1]) tcCounting_1_1 [main=Main]:
  assert Regularity in Counting;

// expect: holds
test param (nBases in [3], nReaders in [1]) tcCounting_3_1 [main=Main]:
  assert Regularity in Counting;

// expect: holds
test param (nBases in [3], nReaders in [2]) tcCounting_3_2 [main=Main]:
  assert Regularity in Counting;

// expect: violated: a read returns an old value
test param (nBases in [3], nReaders in [1]) tcWrong_3_1 [main=Main]:
  assert WrongRegularity in Storage;

// expect: violated: a read returns an old value
test param (nBases in [3], nReaders in [2]) tcWrong_3_2 [main=Main]:
  assert WrongRegularity in Storage;

// expect: violated: a read returns an old value
test param (nBases in [3], nReaders in [1]) tcCountingWrong_3_1 [main=Main]:
  assert WrongRegularity in Counting;

// expect: violated: a read returns an old value
test param (nBases in [3], nReaders in [2]) tcCountingWrong_3_2 [main=Main]:
  assert WrongRegularity in Counting;
