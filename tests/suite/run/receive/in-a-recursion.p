// Each waiting call has its own variables.
// verdict: holds
// states: 6
// transitions: 5
event eItem: int;
machine Main {
  start state Only { entry { new Src(this); assert Take(3) == 321; } }
  fun Take(n: int): int {
    var mine: int;
    if (n == 0) return 0;
    receive { case eItem: (k: int) { mine = k; } }
    return mine + 10 * Take(n - 1);
  }
}
machine Src {
  start state Only { entry (m: machine) { send m, eItem, 1; send m, eItem, 2; send m, eItem, 3; } }
}
