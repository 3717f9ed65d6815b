// A failed assumption ends the run there: what a spec has observed before, it has judged.  After it nobody announces
// anything.
// verdict tJudged: violated: assertion @27 judged
// verdict tChosen: violated: assertion @27 judged
// verdict tSilent: holds
// states tSilent: 7
// transitions tSilent: 7
// run: --engine=reduced
// verdict tJudged: violated: assertion @27 judged
// verdict tChosen: violated: assertion @27 judged
// verdict tSilent: holds
// run: --engine=sets
// verdict tJudged: violated: assertion @27 judged
// verdict tChosen: violated: assertion @27 judged
// verdict tSilent: holds
// run: --engine=dpor
// verdict tJudged: violated: assertion @27 judged
// verdict tChosen: violated: assertion @27 judged
// verdict tSilent: holds
// run: --engine=sample
// verdict tJudged: violated: assertion @27 judged
// verdict tChosen: violated: assertion @27 judged
// verdict tSilent: sampled
invariant tt: true;
event eX;
event eZ;
spec Judge observes eX { start state S { on eX do { assert false, "judged"; } } }
machine Main { start state S { entry { announce eX; assume (false); } } }
machine Chooser { start state S { entry {
  var n: int;
  n = choose(2);
  if (n == 1) { announce eX; }
  assume (n == 0);
} } }
// Other may announce eZ before eX, but not after it.
machine First { start state S { entry { new Other(); send this, eZ; } on eZ do { announce eX; assume (false); } } }
machine Other { start state S { entry { announce eZ; } } }
spec Order observes eX, eZ { start state S { on eX goto T; ignore eZ; } state T { on eZ do { assert false; } ignore eX; } }
test tJudged [main=Main]: assert Judge in { Main };
test tChosen [main=Chooser]: assert Judge in { Chooser };
test tSilent [main=First]: assert Order in (union { First }, { Other });
