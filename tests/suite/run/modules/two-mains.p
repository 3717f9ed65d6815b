// Each test starts its own main machine; the other one does not run.
// verdict tcGood: holds
// states tcGood: 2
// transitions tcGood: 1
// verdict tcBad: violated: assertion @10 bad
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
