// A module may bind machines that nothing creates, and the main machine may be created again.
machine Unused { start state S { entry (n: int) { } } }
machine Echo { start state S { } }
machine Main {
  start state S { entry { if ($) new Main(); } }
}

test tcMain [main=Main]: { Unused, Main, Echo };
test tcEcho [main=Echo]: { Echo };
