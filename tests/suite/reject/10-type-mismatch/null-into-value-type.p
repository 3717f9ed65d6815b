// null fits machine, event, any and data only.
machine Holder {
  var total: int;
  var name: string;
  var log: seq[int];
  var peer: machine;
  var trigger: event;
  start state Idle {
    entry {
      peer = null;
      trigger = null;
      total = null;  //~ error: expected int, found null
      name = null;  //~ error: expected string, found null
      log = null;  //~ error: expected seq[int], found null
    }
  }
}
