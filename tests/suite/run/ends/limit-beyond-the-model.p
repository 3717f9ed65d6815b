// Limits that are not reached do not matter.  Those that are make the verdict unknown, and that of depth bounds it.
// verdict: holds
// states: 102
// transitions: 101
// run: --max-states=100000
// verdict: holds
// run: --max-states=5
// verdict: unknown
// run: --max-depth=100000
// verdict: holds
// run: --max-depth=5
// verdict: within
// states: 6
// run: --max-depth=5 --search=dfs
// verdict: unknown
event eTick;
machine Main {
  var n: int;
  start state Only {
    entry { send this, eTick; }
    on eTick do { n = n + 1; if (n < 100) send this, eTick; }
  }
}
