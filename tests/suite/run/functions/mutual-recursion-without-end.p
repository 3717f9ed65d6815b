// Also when two functions share it.
// verdict: violated: runaway @3
fun Ping(n: int) { Pong(n + 1); }  fun Pong(n: int) { Ping(n + 1); }
machine Main {
  start state Run {
    entry { Ping(0); }
  }
}
