// The exception of a proof must be declared.
machine Node { start state Run { } }

invariant fine: forall (n: Node) :: n is Run;
Proof { prove * except flaky; }  //~ error: no invariant or lemma named 'flaky'
