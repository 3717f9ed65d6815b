// Every statement, each in a function of its own.
type tPoint = (x: int, y: int);
event eGo: int;
event eStop;

machine Worker {
  var grid: map[int, seq[tPoint]];
  var names: set[string];
  var total: int;
  var peer: machine;

  start state Idle {
    entry (p: machine) { peer = p; }
    on eGo do (n: int) { Loops(n); }
    on eStop goto Done with { total = 0; }
  }

  hot state Done {
    ignore eGo;
    defer eStop;
    exit { print "leaving"; }
  }

  fun Assignments(p: tPoint) {
    total = total + p.x;
    p.y = 7;
    grid[total][p.x] = p;
    grid[total][p.x].y = grid[0][1].x;
    grid += (3, default(seq[tPoint]));
    grid[3] += (0, (x = 1, y = 2));
    grid[3] -= 0;
    grid -= total;
    names += ("a");
    names -= "b";
  }

  fun Loops(n: int) {
    var i: int;
    var s: string;
    while (i < n) {
      i = i + 1;
      if (i == 3) continue;
      else if (i > 5) break;
    }
    foreach (s in names) {
      if (s == "stop") return;
      print s;
    }
  }

  fun Events(n: int) {
    send peer, eGo, n;
    send this, eStop;
    announce eGo, total;
    if (n > 10) raise eStop;
    if (n > 9) goto Done;
    raise halt;
  }

  fun Waiting(): bool {
    var got: int;
    receive {
      case eGo: (n: int) {
        var twice: int;
        twice = n + n;
        got = twice;
      }
      case eStop, halt: { assert got == 0, format("got {0}", got); }
    }
    return got > 0;
  }

  fun Calls(n: int) {
    var ok: bool;
    ok = Waiting() && n > 0 || Waiting();
    ok = ok ==> n in keys(grid);
    Events(total + Pick());
    Pair(total, Pick());
    new Worker(this);
  }

  fun Pick(): int {
    total = total + 1;
    return choose(3);
  }

  fun Pair(a: int, b: int) { assert a <= b; }
}
