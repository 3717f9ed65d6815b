// The name of an event is the type of references that accept just this event.
event eDrop: int;
event eLift;
eventset OnlyDrop = { eDrop };
interface Bin() receives eDrop;
machine Crane {
  var below: eDrop;
  var above: OnlyDrop;
  start state Run {
    entry {
      var bin: Bin;
      bin = new Bin();
      below = bin;
      above = below;
      bin = above;
      below = default(eDrop);
      Hand(below); Hand(bin);
    }
  }
  fun Hand(where: eDrop): machine { send where, eDrop, 3; return where; }
}
