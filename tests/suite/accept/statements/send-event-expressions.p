// With an event that is not a plain name no payload rule applies: anything may follow.
event ePing;
event eCount: int;
fun Pick(): event { return eCount; }
machine Sender {
  var kinds: seq[event];
  var rec: (kind: event, next: event);
  var box: any;
  start state Run {
    entry {
      var kind: event;
      kind = eCount;
      send this, kind;
      send this, kind, true;
      send this, kind, 1, "two", (3, 4);
      send this, kinds[0], 5;
      send this, rec.next;
      send this, Pick(), null;
      send this, box as event, this;
      send this, choose(kinds), 1.5;
      announce kind, "x", 2;
    }
    on ePing do { raise rec.kind, 1, 2, 3; }
    on eCount do { raise Pick(); }
  }
}
