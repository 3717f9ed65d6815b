// A loop keeps its place while a turn of it waits.
// verdict: holds
// states: 7
// transitions: 6
event eAsk: (machine, int);
event eReply: int;
machine Main {
  start state Only {
    entry {
      var s: machine;
      var all: seq[int];
      var x: int;
      var sum: int;
      s = new Server();
      all += (0, 1); all += (1, 2);
      foreach (x in all) {
        send s, eAsk, (this, x);
        receive { case eReply: (n: int) { sum = sum * 10 + n; } }
        all = default(seq[int]);
      }
      assert sum == 12 && sizeof(all) == 0;
    }
  }
}
machine Server { start state Only { on eAsk do (q: (machine, int)) { send q.0, eReply, q.1; } } }
