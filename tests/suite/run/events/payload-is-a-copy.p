// What the sender does to its variable afterwards does not change the message.
// verdict: holds
// states: 3
// transitions: 2
event eList: seq[int];
machine Main {
  var list: seq[int];
  start state Only {
    entry { list += (0, 5); send this, eList, list; list[0] = 6; list += (1, 7); }
    on eList do (l: seq[int]) { assert sizeof(l) == 1 && l[0] == 5; }
  }
}
