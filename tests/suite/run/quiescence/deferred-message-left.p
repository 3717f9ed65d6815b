// A run that ends with a message in a queue is a violation, if one asks for it.
// verdict: holds
// states: 4
// transitions: 3
// run: --strict-quiescence
// verdict: violated: quiescence @9
event eItem;
machine Main { start state Only { entry { send new Keeper(), eItem; } } }
machine Keeper { start state Only { defer eItem; } }
