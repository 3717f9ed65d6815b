// A mistake in one invariant of a lemma leaves the others alone.
Lemma shape {
  invariant first: 1 < ;  //~ error: expected an expression, found ';'
  invariant second: true;
}
Proof { prove ;  //~ error: expected an expression, found ';'
  prove shape; }
