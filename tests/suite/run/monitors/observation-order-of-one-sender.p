// Messages of one sender to one target are observed in the order in which they arrive.
// verdict: holds
// states: 9
// transitions: 9
event eBook: int;
event eBooked: int;
machine Main {
  start state Only { entry { var l: machine; l = new Ledger(); send l, eBook, 1; send l, eBook, 2; } }
}
machine Ledger { start state Only { on eBook do (no: int) { announce eBooked, no; } } }
spec Audit observes eBook, eBooked {
  var orders: seq[int];
  start state Only {
    on eBook do (no: int) { orders += (sizeof(orders), no); }
    on eBooked do (no: int) { assert no == orders[0]; orders -= (0); }
  }
}
