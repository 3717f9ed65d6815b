// expect: holds
// Clocks of causal networks do not depend on the order in which earlier runs created machines.
event eGo: (machine, machine); event eHi;
machine Main { start state S { entry { var r: machine; var x: machine; var a: machine; var b: machine; r = new R(); x = new R(); a = new A(); b = new A(); send a, eGo, (x, r); send b, eGo, (x, r); } } }
machine A { start state S { on eGo do (r: (machine, machine)) { new C(r); } } }
machine C { start state S { entry (r: (machine, machine)) { send (r.0), eHi; send (r.1), eHi; } } }
machine R { start state S { on eHi do { send this, eEnd; } ignore eEnd; } }
event eEnd;
test t [main=Main]: { Main, A, C, R };
