// A state may hold every kind of item, in any order.
event eA: int; event eB: int; event eC; event eD; event eE: int; event eF: int; event eG; event eH; event eI;

machine Zoo {
  var sum: int;
  start state First {
    on eA do (n: int) { sum = n; }
    defer eG, eH;
    exit { sum = 0; }
    on eB do Add;
    on eC goto Second;
    entry { raise eC; }
    on eD goto Second with { sum = 1; }
    on eE goto Third with (n: int) { sum = n; }
    on eF goto Third with Add;
    ignore eI;
    on null do { goto Fourth; }
    on halt do Leave;
  }
  state Second { entry Begin; exit Leave; }
  state Third { entry (n: int) { sum = sum + n; } exit { } }
  state Fourth { entry Add0; on null goto Second with Leave; }
  fun Add(n: int) { sum = sum + n; }
  fun Add0() { Add(0); }
  fun Begin() { goto First; }
  fun Leave() { sum = -1; }
}
