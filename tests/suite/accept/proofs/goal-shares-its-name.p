// A goal is looked up among invariants and lemmas, whatever else has its name.
event leader;
param ready: bool;
enum tState { good, bad }
spec Safety observes leader { start state S { ignore leader; } }
machine Main { start state S { entry { send this, leader; } on leader do { } } }
invariant leader: true;
invariant ready: true;
invariant good: true;
invariant Safety: true;
Proof { prove leader; prove ready using leader; prove good, Safety using ready; }
