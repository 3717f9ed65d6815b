// A global function that returns a value must not raise an event.
event eBadInput: int;

fun Parse(raw: int): bool {
  if (raw < 0) {
    raise eBadInput, raw;  //~ error: 'raise' in a function that returns a value
  }
  return true;
}

machine Reader {
  var ok: bool;
  start state Run {
    entry { ok = Parse(7); }
    on eBadInput do (raw: int) { ok = raw > 0; }
  }
}
