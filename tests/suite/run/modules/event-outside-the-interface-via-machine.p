// A reference keeps its rights when it is stored as a `machine`, or sent around.
// verdict tc: violated: not-allowed @13
event ePublic;
event ePrivate;
event eHere: machine;
interface Desk() receives ePublic;
machine Office { start state Only { ignore ePublic, ePrivate; } }
machine Main {
  start state Only {
    entry { send this, eHere, new Desk(); }
    on eHere do (m: machine) {
      send m, ePublic;
      send m, ePrivate;
    }
  }
}
test tc [main=Main]: { Main, Office -> Desk };
