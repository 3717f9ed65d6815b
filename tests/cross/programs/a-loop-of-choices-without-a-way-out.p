// expect: violated: runaway
machine Main { start state Only { entry { if ($) { while (true) { if ($) { } } } } } }
