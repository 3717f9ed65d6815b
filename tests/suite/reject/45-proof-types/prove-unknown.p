// The goal of a proof must be declared.
machine Node { start state Run { } }

invariant fine: forall (n: Node) :: n is Run;
Proof { prove fine; prove finer; }  //~ error: no invariant or lemma named 'finer'
