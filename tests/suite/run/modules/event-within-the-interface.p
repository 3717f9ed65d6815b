// The same machine under a wider interface takes both events.
// verdict tc: holds
// states tc: 5
// transitions tc: 4
event ePublic;
event ePrivate;
interface Desk() receives ePublic, ePrivate;
machine Office { start state Only { ignore ePublic, ePrivate; } }
machine Main {
  start state Only { entry { var d: Desk; d = new Desk(); send d, ePublic; send d, ePrivate; } }
}
test tc [main=Main]: { Main, Office -> Desk };
