// Inside a machine its own function is meant, whatever the global function of that name looks like.
fun Scale(n: int): int { return n * 2; }
machine Metric {
  start state Run { entry { var x: float; x = Scale(1.5, true); } }
  fun Scale(x: float, up: bool): float { return x * 1000.0; }
}
machine Plain {
  start state Run { entry { var n: int; n = Scale(3); } }
}
