// A scenario must handle what it observes.
// verdict: violated: unhandled-in-spec @7
event eJob;
machine Main { start state Only { entry { announce eJob; announce eJob; } } }
scenario Seen observes eJob {
  start state None { on eJob goto Done; }
  cold state Done { }
}
