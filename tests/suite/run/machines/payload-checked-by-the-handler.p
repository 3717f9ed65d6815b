// The payload of an event variable is only checked when a handler with a parameter takes it.
// verdict: violated: cast @7
event eCount: int;
machine Main {
  start state Only {
    entry { var e: event; e = eCount; send this, e, "three"; }
    on eCount do (n: int) { print format("{0}", n); }
  }
}
