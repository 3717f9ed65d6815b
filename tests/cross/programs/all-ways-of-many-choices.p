// expect: holds, 257 states
// Eight choices in one step: the start, 2^8 states in which the machine is about to look
// at its queue, and 2^8 in which it is idle.
machine Main {
  var bits: seq[bool];
  start state S { entry { while (sizeof(bits) < 8) { bits += (sizeof(bits), $); } } }
}
