// A send needs an event.
// verdict: violated: null-event @7
machine Main {
  start state Only {
    entry {
      var e: event;
      send this, e;
    }
  }
}
