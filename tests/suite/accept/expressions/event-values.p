// Event names and 'halt' are values of type 'event'.
event ePing;
event eCount: int;
fun Next(kind: event): event { if (kind == ePing) return eCount; return halt; }
machine Recorder {
  var last: event;
  var seen: set[event];
  var counts: map[event, int];
  var pair: (event, int);
  var box: any;
  start state Run {
    entry {
      last = halt; last = ePing; last = null; last = default(event);
      seen += (ePing); seen += (halt); seen -= eCount;
      counts[ePing] = 1; counts += (halt, 2);
      pair = (eCount, 3);
      box = ePing;
      if (last == ePing || halt == last || last in seen || ePing != eCount) last = Next(ePing);
      last = Next(Next(pair.0));
      print format("{0} {1}", last, eCount);
    }
  }
}
