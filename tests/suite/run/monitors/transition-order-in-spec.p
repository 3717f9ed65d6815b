// A spec's transition runs exit, `with` and entry, the last two with the payload.
// verdict: violated: assertion @10 x w4 e4
event eJob: int;
machine Main { start state Only { entry { announce eJob, 4; } } }
spec Order observes eJob {
  var log: string;
  start state A { exit { log = "x"; } on eJob goto B with (n: int) { log = log + format(" w{0}", n); } }
  state B {
    entry (n: int) {
      assert false, log + format(" e{0}", n);
    }
  }
}
