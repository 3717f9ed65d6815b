// The premise of a proof must be declared.
machine Node { start state Run { } }

invariant fine: forall (n: Node) :: n is Run;
Proof {
  prove fine
    using shape;  //~ error: no invariant or lemma named 'shape'
}
