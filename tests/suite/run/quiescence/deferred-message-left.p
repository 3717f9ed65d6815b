// A run that ends with a message in a queue is a violation, if one asks for it.
// verdict: holds
// run: --strict-quiescence
// verdict: violated: quiescence @7
event eItem;
machine Main { start state Only { entry { send new Keeper(), eItem; } } }
machine Keeper { start state Only { defer eItem; } }
