// An announce needs an event.
// verdict: violated: null-event @7
machine Main {
  start state Only {
    entry {
      var e: event;
      announce e;
    }
  }
}
