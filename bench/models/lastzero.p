// Lastzero, of table 6 of the PSym paper (first in Abdulla, Aronis, Jonsson, Sagonas: optimal dynamic partial order
// reduction, POPL 2014), with messages for shared memory.
//
// An array of N + 1 cells, all 0. Writer i reads cell i - 1 and writes one more to cell i; the finder goes down from the last
// cell to one that holds 0, which the first cell always does. Cells are machines: a read is a question and an answer.
// 2N + 3 machines in all, and in a network that keeps order per sender and receiver (--network p2p) 793,016 states for N = 7,
// besides those in which machines are started one by one.

event eStart: seq[machine];  // main -> writer, finder: its cells
event eRead: machine;        // writer, finder -> cell: who asks
event eValue: int;           // cell -> writer, finder
event eWrite: int;           // writer -> cell

param threads: int;

machine Cell {
  var value: int;

  start state Holding {
    on eRead do (reader: machine) { send reader, eValue, value; }
    on eWrite do (x: int) { value = x; }
  }
}

machine Writer {
  var target: machine;

  start state Idle {
    on eStart goto Reading with (cells: seq[machine]) {
      target = cells[1];
      send cells[0], eRead, this;
    }
  }
  state Reading {
    on eValue goto Done with (x: int) {
      send target, eWrite, x + 1;
      target = null;
    }
  }
  state Done {}
}

machine Finder {
  var cells: seq[machine];
  var i: int;  // the cell that is asked

  start state Idle {
    on eStart goto Searching with (all: seq[machine]) {
      cells = all;
      i = sizeof(all) - 1;
      send cells[i], eRead, this;
    }
  }
  state Searching {
    on eValue do (x: int) {
      if (x == 0) {
        cells = default(seq[machine]);
        i = 0;
        goto Found;
      }
      i = i - 1;
      assert i >= 0, "the first cell is never written";
      send cells[i], eRead, this;
    }
  }
  state Found {}
}

machine Main {
  start state Go {
    entry {
      var cells: seq[machine];
      var pair: seq[machine];
      var writers: seq[machine];
      var finder: machine;
      var i: int;
      while (sizeof(cells) <= threads) cells += (sizeof(cells), new Cell());
      finder = new Finder();
      while (sizeof(writers) < threads) writers += (sizeof(writers), new Writer());
      send finder, eStart, cells;
      while (i < threads) {
        pair = default(seq[machine]);
        pair += (0, cells[i]);
        pair += (1, cells[i + 1]);
        send writers[i], eStart, pair;
        i = i + 1;
      }
    }
  }
}

test param (threads in [2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15]) tcLastZero [main=Main]:
  { Main, Cell, Writer, Finder };
