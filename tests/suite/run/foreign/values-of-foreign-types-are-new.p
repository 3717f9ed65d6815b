// Values of a foreign type differ from those of other calls and other machines, and from its default; the same call gives
// the same value, so that a loop has an end.  A spec may make them, too: there is nothing to choose.
// verdict: holds
// states: 39
// transitions: 77
type tId;
fun NewId(): tId;
fun NewNote(n: bool): (id: tId, urgent: bool);
event eId: tId;
event eAgain;
machine Main {
  var mine: tId;
  var again: tId;
  var seen: set[tId];
  start state Run {
    entry {
      mine = NewId();
      again = NewId();
      assert mine != again && mine != default(tId) && NewNote(true).id != mine;
      new Other(this);
      new Other(this);
      send this, eAgain;
    }
    on eId do (id: tId) {
      assert id != mine && id != again && !(id in seen);
      seen += (id);
    }
    on eAgain do {
      if (sizeof(seen) == 0 && $) {
        again = NewId();
        assert again != mine;
        send this, eAgain;
      }
    }
  }
}
machine Other {
  start state Run { entry (top: machine) { send top, eId, NewId(); } }
}
spec Ids observes eId {
  var own: tId;
  start state S {
    on eId do (id: tId) {
      own = NewId();
      assert own != id;
    }
  }
}
test tc [main=Main]: assert Ids in { Main, Other };
