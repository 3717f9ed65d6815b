// What a halted machine would have got is not left anywhere.
// verdict: holds
// states: 6
// transitions: 5
// run: --strict-quiescence
// verdict: holds
// states: 6
// transitions: 5
event eItem;
machine Main {
  start state Only { entry { var w: machine; w = new Worker(); send w, eItem; send w, halt; send w, eItem; } }
}
machine Worker { start state Only { defer eItem; } }
