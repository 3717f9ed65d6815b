// A machine without any state has no start state.
machine Ledger {  //~ error: has no start state
  var entries: seq[int];
  fun Add(amount: int) { entries += (sizeof(entries), amount); }
}
