// A lemma and a theorem hold any number of invariants, also none.
event eSet: (to_: int);
machine Cell {
  var content, changes: int;
  start state Run {
    on eSet do (s: (to_: int)) { content = s.to_; changes = changes + 1; }
  }
}
Lemma nothing { }
Lemma history { invariant counted: forall (c: Cell) :: c.changes >= 0; }
Theorem whole {
  invariant kind: forall (m: machine) :: m is Cell;
  invariant untouched: forall (c: Cell) :: c.changes == 0 ==> c.content == 0;
}
Theorem void { }
