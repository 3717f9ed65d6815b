// A run that ends with deferred messages is fine.
// verdict: holds
// states: 6
// transitions: 6
event eItem;
machine Main { start state Only { entry { new Src(this); send this, eItem; } defer eItem; } }
machine Src { start state Only { entry (m: machine) { send m, eItem; } } }
