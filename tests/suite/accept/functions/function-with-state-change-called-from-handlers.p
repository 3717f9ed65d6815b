// A function of a machine may raise or goto; handlers and entries may call it, also through other functions.
event eFail: string;
event eRetry;

machine Uploader {
  var tries: int;
  start state Sending {
    entry { Attempt(); print "not reached"; }
    on eFail do (why: string) { Decide(why == "fatal"); }
  }
  state Failed {
    entry (why: string) { tries = 0; }
    on eRetry do Decide2;
  }
  fun Attempt() { tries = tries + 1; if (tries > 3) Abort("many"); else raise eFail, "slow"; }
  fun Abort(why: string) { goto Failed, why; }
  fun Decide(fatal: bool) { if (fatal) { Abort("fatal"); } goto Sending; }
  fun Decide2() { Decide(false); }
}
