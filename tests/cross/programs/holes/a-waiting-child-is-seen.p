// found with: 
// A child whose creation waits in a box sends nothing, but is seen.
event eM: int; event eA; event eB;
spec O observes eA, eB { var b: bool; start state S { on eB do { b = true; } on eA do { assert !b, "b came first"; } } }
machine Main { start state S { entry { var t: machine; t = new T(); new P(t); new P2(t); new P2(t); new W(); } } }
machine T { var n: int; start state S { on eM do (x:int) { n = n * 3 + x; } } }
machine P { start state S { entry (t: machine) { send t, eM, 1; new K(); } } }
machine P2 { start state S { entry (t: machine) { send t, eM, 0; } } }
machine K { start state S { entry { announce eB; } } }
machine W { start state S { entry { announce eA; } } }
test t [main=Main]: assert O in { Main, T, P, P2, K, W };
