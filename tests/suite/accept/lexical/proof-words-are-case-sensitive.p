// 'proof', 'lemma', 'theorem', 'Invariant' and the like differ from the reserved words by their case.
event Sent: int;
machine Forall {
  var proof, lemma, theorem: int;
  var Invariant, Axiom, Is, Inflight, Targets, Prove, Using, Except, Requires, Ensures, Exists, Pure: bool;
  start state Assume {
    on Sent do (theorem: int) {
      proof = lemma + theorem;
      Pure = Invariant && Axiom || Is && Inflight || Targets;
      Exists = Prove == Using && Except != Requires && Ensures;
    }
  }
}
