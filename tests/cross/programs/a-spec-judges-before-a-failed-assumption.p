// expect: violated: assertion
// What a spec observes before an assumption fails counts.
invariant tt: true;
event eX;
machine Main { start state S { entry { announce eX; assume false; } } }
spec P observes eX { start state S { on eX do { assert false; } } }
test t [main=Main]: assert P in { Main };
