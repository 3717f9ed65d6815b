// Locals stand at the head of a handler's body, several to a declaration; the same names may recur in each body.
event eA: int;
event eB;

machine Busy {
  start state Run {
    entry {
      var i, j, k: int;
      var name: string; var flags: set[bool];
      i = j + k;
      { i = 1; { j = 2; } { } }
      flags += (name == "");
    }
    on eA do (x: int) { var i, j: int; i = x; j = i; }
    on eB goto Run with { var i: seq[int]; var j: map[int, int]; i = keys(j); }
    exit { var i: bool; i = true; }
  }
  fun Step(i: int) { var j, k: machine; j = k; }
}
