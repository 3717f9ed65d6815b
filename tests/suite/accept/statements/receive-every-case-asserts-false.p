// A function with a result may end in a 'receive' all of whose cases surely leave it.
event eCrash;
event eAbort: int;
machine Tester {
  start state Run { entry { print format("{0}", AwaitVerdict()); } }
  fun AwaitVerdict(): int {
    receive {
      case eCrash: { assert false, "no verdict"; }
      case eAbort: (code: int) { if (code == 0) assert false; else { assert false, "bad"; } }
    }
  }
}
