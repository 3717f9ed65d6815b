// Each test starts its own main machine; the other one does not run.
// verdict tcGood: holds
// verdict tcBad: violated: assertion @8 bad
machine Good { start state Only { } }
machine Bad {
  start state Only {
    entry {
      assert false, "bad";
    }
  }
}
test tcGood [main=Good]: { Good, Bad };
test tcBad [main=Bad]: { Good, Bad };
