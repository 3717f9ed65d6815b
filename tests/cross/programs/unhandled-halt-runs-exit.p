// expect: violated: assertion
machine Main { start state S { entry { raise halt; } exit { assert false; } } }
