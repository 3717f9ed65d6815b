// expect: holds
// receive takes the first wanted event; the others stay in the queue.
event eA;
event eB;
event eC;
machine Main {
  var seen: int;
  start state S {
    entry { send this, eA; send this, eB; send this, eC; receive { case eC: { seen = 1; } } assert seen == 1; }
    ignore eA;
    on eB do { raise halt; }
    exit { assert seen == 1; }
  }
}
