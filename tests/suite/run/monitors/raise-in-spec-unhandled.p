// What a spec raises needs a handler, too.
// verdict: violated: unhandled-in-spec @8 eBig
event eJob;
event eBig;
machine Main { start state Only { entry { announce eJob; } } }
spec Sorter observes eJob {
  start state Only { on eJob goto Second; on eBig do { } }
  state Second { entry { raise eBig; } }
}
