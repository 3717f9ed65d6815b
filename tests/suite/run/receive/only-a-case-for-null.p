// A receive that wants only null waits for ever.
// verdict: violated: deadlock @6
machine Main {
  start state Only {
    entry {
      receive { case null: { } }
    }
  }
}
