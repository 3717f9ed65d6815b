// expect: violated: division-by-zero
machine Main { start state S { entry { var z: int; print format("{0}", 1 / z); } } }
