// expect: holds
event eX;
machine Main { start state S { entry { new Peer(this); } on eX do { } } }
machine Peer { start state S { entry (m: machine) { send m, eX; } } }
spec Never observes eX { start state S { on eX do { assert false; } } }
test tc [main=Main]: union (assert Never in { Main }), { Peer };
