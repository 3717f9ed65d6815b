// A spec may have fields, functions, entry, exit, do, goto, with, ignore, raise, goto, assert and print.
event eOpen: int;
event eClose: int;
event eClear;

spec Doors observes eOpen, eClose, eClear {
  var open: map[int, int];
  var log: seq[string];
  start cold state Closed {
    entry { print "closed"; }
    exit Note;
    on eOpen goto Opened with (door: int) { open[door] = 1; }
    ignore eClear, eClose;
  }
  hot state Opened {
    entry (door: int) { assert door in open, format("door {0}", door); }
    exit { log += (sizeof(log), "left"); }
    on eOpen do Add;
    on eClose do (door: int) { open -= (door); if (sizeof(open) == 0) raise eClear; }
    on eClear goto Closed with Note;
  }
  fun Add(door: int) { open[door] = Old(door) + 1; goto Opened, door; }
  fun Old(door: int): int { if (door in open) return open[door]; return 0; }
  fun Note() { log += (0, "note"); }
}
