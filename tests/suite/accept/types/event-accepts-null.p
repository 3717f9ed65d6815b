// 'event' accepts event names, 'halt' and null.
event ePing: int;
event eKinds: seq[event];
fun Keep(kind: event): event { return null; }
machine Keeper {
  var kind: event; var kinds: seq[event]; var rec: (kind: event, n: int);
  start state Run {
    entry {
      kind = ePing; kind = halt; kind = null; kind = kind;
      kind = Keep(null); kind = Keep(ePing); kind = Keep(halt);
      kinds += (0, null); kinds += (0, ePing);
      rec = (kind = null, n = 1);
      rec.kind = halt;
      send this, eKinds, kinds;
    }
    ignore eKinds;
  }
}
