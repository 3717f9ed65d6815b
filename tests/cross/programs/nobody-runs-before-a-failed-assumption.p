// expect: holds
// No scheduling point lies between a send or a creation and the assumption.
axiom true;
event eY;
machine Main { var d: machine; start state S { entry { d = new D(); if ($) { new E(); } else { send d, eY; } assume (false); } } }
machine D { start state S { on eY do { assert false; } } }
machine E { start state S { entry { assert false; } } }
test t [main=Main]: { Main, D, E };
