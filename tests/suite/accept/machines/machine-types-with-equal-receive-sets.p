// Two machine types are mutually assignable when they accept the same events; names do not matter.
event eRead;
event eWrite;
machine Disk { start state Run { ignore eRead, eWrite; } }
machine Tape { start state Run { ignore eRead, eWrite; } }
machine Card receives eRead; receives eWrite; { start state Run { ignore eRead, eWrite; } }
machine Chip receives eWrite, eRead; { start state Run { ignore eRead, eWrite; } }

machine Librarian {
  var disk: Disk;
  var tape: Tape;
  var card: Card;
  var chip: Chip;
  var shelf: seq[Tape];
  start state Run {
    entry {
      disk = new Tape();
      tape = disk;
      card = new Chip();
      chip = card;
      shelf += (0, disk);
      assert disk == tape;
      disk = default(Disk);
    }
  }
}
