// A receive counts as returning when every case does.
event eYes;
event eNo: int;

fun MustNotHappen(): int {
  receive {
    case eYes: { assert false, "yes"; }
    case eNo: (n: int) { if (n > 0) { assert false; } else { assert false, "no"; } }
  }
}

machine Asker {
  start state Run {
    entry { if ($) { print format("{0}", MustNotHappen()); } Wait(); }
  }
  fun Wait() {
    receive {
      case eYes: { return; }
      case eNo: (n: int) { raise halt; }
    }
  }
}
