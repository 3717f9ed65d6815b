// A spec may handle events that it does not observe; only raise reaches them.
event eOuter: int;
event eInner: int;
event eReset;

spec Layers observes eOuter {
  var depth: int;
  start state Top {
    on eOuter do (n: int) { raise eInner, n; }
    on eInner goto Below with (n: int) { depth = n; }
    ignore eReset;
  }
  state Below {
    entry { raise eReset; }
    on eReset goto Top;
    on eOuter, eInner do { }
  }
}
