// The type of a quantified variable must be declared.
machine Node { start state Run { } }

pure ring(): set[machine];
invariant inRing: forall (n: Nod) :: n in ring();  //~ error: no type named 'Nod'
