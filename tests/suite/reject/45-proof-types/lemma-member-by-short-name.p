// A member of a lemma is known by the name of the lemma and its own.
machine Node { start state Run { } }

Lemma shape { invariant closed: forall (n: Node) :: n is Run; }
Proof first { prove shape_closed; }
Proof second { prove closed; }  //~ error: no invariant or lemma named 'closed'
