// expect: violated: cast
event eX: int;
machine Main { start state S { entry { var e: event; e = eX; send this, e, true; } on eX do (n: int) { print format("{0}", n); } } }
