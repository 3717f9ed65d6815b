// A choice in a loop is made anew in every round.
// verdict: holds
// transitions: 16
// states: 17
machine Main {
  var bits: seq[bool];
  start state Run {
    entry { while (sizeof(bits) < 4) { bits += (0, $); } }
  }
}
