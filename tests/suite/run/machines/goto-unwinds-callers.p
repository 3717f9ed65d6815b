// A goto deep inside calls ends the whole handler, and the loops around it.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Search { entry { Look(); assert false, "the handler went on"; } }
  state Found { }
  fun Look() {
    var i: int;
    while (true) { i = i + 1; Probe(i); assert i < 3; }
  }
  fun Probe(i: int) { if (i == 3) goto Found; }
}
