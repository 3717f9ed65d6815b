// Nothing converts to 'event', 'any' or 'data'.
fun Wrap(n: int): any {
  var trigger: event;
  var plain: data;
  trigger = n to event;  //~ error: cannot convert to event
  plain = n to data;  //~ error: cannot convert to data
  return n to any;  //~ error: cannot convert to any
}
