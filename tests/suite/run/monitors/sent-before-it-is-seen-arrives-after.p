// Between a send and the announcement that follows nobody else runs, in no network.
// verdict: holds
// states: 5
// transitions: 4
event eMessage;
event eFirst;
event eSecond;
machine Main { start state Only { entry { var b: machine; b = new B(); send b, eMessage; announce eFirst; } } }
machine B { start state Only { on eMessage do { announce eSecond; } } }
spec Order observes eFirst, eSecond {
  start state Before { on eFirst goto After; on eSecond do { assert false, "the second is seen first"; } }
  state After { ignore eSecond; }
}
test tcOrder [main=Main]: assert Order in { Main, B };
