// What the state defers or ignores is still received.
// verdict: holds
// states: 4
// transitions: 3
event eLate;
event eNoise;
machine Main {
  var got: int;
  start state Only {
    entry {
      send this, eNoise;
      send this, eLate;
      receive { case eLate: { got = got + 1; } }
      receive { case eNoise: { got = got + 1; } }
      assert got == 2;
    }
    defer eLate;
    ignore eNoise;
  }
}
