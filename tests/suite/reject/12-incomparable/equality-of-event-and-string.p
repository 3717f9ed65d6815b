// An event is no string.
event ePing;
fun IsPing(trigger: event): bool {
  if (trigger == ePing) return true;
  return trigger == "ePing";  //~ error: cannot compare event with string
}
