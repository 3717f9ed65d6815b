// A handler that creates for ever is no runaway.
// verdict: unknown
// flags: --max-states=3000
machine Main {
  start state Only { entry { while (true) { new Child(); } } }
}
machine Child { start state Only { } }
