// A handler, a transition function or a target state without parameter ignores the payload.
event eParcel: (weight: int, to_whom: machine);
event eLetter: string;
event eCard: int;

machine PostOffice {
  var count: int;
  start state Open {
    on eParcel do { count = count + 1; }
    on eLetter do Note;
    on eCard goto Closed with Note;
  }
  state Closed {
    entry { print "closed"; }
    on eLetter goto Open;
    on eCard goto Sorting with { count = 0; }
  }
  state Sorting {
    entry (n: int) { count = n; }
  }
  fun Note() { count = count + 1; }
}
