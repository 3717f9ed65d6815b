// Two modules with a Server of their own, renamed apart: each client gets the right one.
// verdict tcRight: holds
// states tcRight: 14
// transitions tcRight: 17
// verdict tcSwapped: violated: assertion @20 old
event eAsk: machine;
event eVersion: string;
interface Server() receives eAsk;
interface OldServer() receives eAsk;
interface NewServer() receives eAsk;
machine Old receives eAsk; { start state Only { on eAsk do (m: machine) { send m, eVersion, "old"; } } }
machine New receives eAsk; { start state Only { on eAsk do (m: machine) { send m, eVersion, "new"; } } }
machine OldClient {
  start state Only { entry { send new Server(), eAsk, this; } on eVersion do { } }
}
machine NewClient {
  start state Only {
    entry { send new Server(), eAsk, this; }
    on eVersion do (v: string) {
      assert v == "new", v;
    }
  }
}
machine Main { start state Only { entry { new OldClient(); new NewClient(); } } }
module OldSide = rename Server to OldServer in { OldClient, Old -> Server };
module NewSide = rename Server to NewServer in { NewClient, New -> Server };
module WrongSide = rename Server to NewServer in { NewClient, Old -> Server };
test tcRight [main=Main]: union OldSide, NewSide, { Main };
test tcSwapped [main=Main]: union OldSide, WrongSide, { Main };
