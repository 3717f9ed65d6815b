// expect: violated: deadlock
event eX;
machine Main { start state S { entry { new Late(this); receive { case eX: { } } } } }
machine Late { start state S { entry (m: machine) { if ($) send m, eX; } } }
