// 'null' fits 'machine', 'event', 'any' and 'data': in assignments, arguments, results, payloads and fields.
event eAll: (who: machine, kind: event, box: any, fact: data);
fun Four(who: machine, kind: event, box: any, fact: data): (machine, event, any, data) {
  return (null, null, null, null);
}
machine Nuller {
  var all: (machine, event, any, data);
  var book: map[machine, event];
  var facts: set[data];
  start state Run {
    entry {
      all = Four(null, null, null, null);
      all = (null, null, null, null);
      all.0 = null; all.1 = null; all.2 = null; all.3 = null;
      book[null] = null;
      book += (null, null);
      facts += (null);
      send this, eAll, (who = null, kind = null, box = null, fact = null);
      raise eAll, (who = this, kind = null, box = null, fact = 3);
    }
    ignore eAll;
  }
}
