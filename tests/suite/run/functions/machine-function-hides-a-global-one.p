// Inside a machine its own function goes before a global one of the same name.
// verdict: holds
// states: 2
// transitions: 1
fun Name(): string { return "global"; }
fun Ask(): string { return Name(); }
machine Main {
  fun Name(): string { return "own"; }
  start state Run {
    entry { assert Name() == "own" && Ask() == "global"; }
  }
}
