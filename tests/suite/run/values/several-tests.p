// Each test of a file has its own verdict; -t picks one.
// verdict tcGood: holds
// states tcGood: 3
// transitions tcGood: 2
// verdict tcBad: violated: assertion @12 bad
// run: -t tcGood
// verdict tcGood: holds
// run: -t tcBad
// verdict tcBad: violated: assertion @12 bad
interface Peer() receives halt;
machine Good { start state Run { } }
machine Bad { start state Run { entry { assert false, "bad"; } } }
machine Driver { start state Run { entry { new Peer(); } } }
test tcGood [main=Driver]: { Driver, Good -> Peer };
test tcBad [main=Driver]: { Driver, Bad -> Peer };
