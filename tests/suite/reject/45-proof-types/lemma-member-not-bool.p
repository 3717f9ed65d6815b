// The members of a lemma must be bools.
machine Counter {
  var name: string;
  start state Run { entry { name = "c"; } }
}

Lemma names {
  invariant fine: forall (c: Counter) :: c.name == "c";
  invariant wrong: "all counters are called c";  //~ error: expected bool, found string
}
