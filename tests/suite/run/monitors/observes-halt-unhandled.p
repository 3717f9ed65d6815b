// An observed halt without handler is unhandled like any other event; a spec does not halt.
// verdict: violated: unhandled-in-spec @4 halt
machine Main { start state Only { entry { send this, halt; } } }
spec Watch observes halt { start state Only { } }
