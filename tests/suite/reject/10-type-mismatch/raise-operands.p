// The event and the payload of a raise are checked.
event eDone: int;
machine Client {
  start state Idle {
    entry (early: bool) {
      if (early) {
        raise eDone, early;  //~ error: expected int, found bool
      } else if (1 > 2) {
        raise 5;  //~ error: expected event, found int
      }
      raise eDone;  //~ error: needs a payload
    }
    ignore eDone;
  }
}
