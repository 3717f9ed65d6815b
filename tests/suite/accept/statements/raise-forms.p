// 'raise' takes an event name or an event value, in handlers and in functions without result.
event eNext;
event eCount: int;
event eSpot: (x: int, y: int);
machine Stepper {
  var pending: event;
  start state Run {
    entry { if ($) raise eNext; if ($) raise eCount, 3; Advance(2); }
    on eNext do { pending = eNext; raise pending; }
    on eCount do (n: int) { while (n > 0) { if ($) { raise eSpot, (x = n, y = 0); } n = n - 1; } raise halt; }
    on eSpot do Advance2;
  }
  fun Advance(n: int) { raise eCount, n - 1; }
  fun Advance2(spot: (x: int, y: int)) {
    Advance(spot.x);
    receive { case eCount: (n: int) { raise eCount, n; } }
  }
}
