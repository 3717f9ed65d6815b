// A machine may crash before an announcement; by default every machine may.
// verdict: holds
// states: 3
// transitions: 2
// run: --faults=crash=1
// verdict: violated: liveness @15
// run: --faults=crash=1:Other
// verdict: holds
event eBegin;
event eEnd;
machine Main { start state Only { entry { announce eBegin; announce eEnd; } } }
machine Other { start state Only { } }
spec Ends observes eBegin, eEnd {
  start cold state Out { on eBegin goto In; ignore eEnd; }
  hot state In { on eEnd goto Out; ignore eBegin; }
}
