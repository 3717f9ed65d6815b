// Through a reference to an interface only the interface's events may be sent.
// verdict tc: violated: not-allowed @13
event ePublic;
event ePrivate;
interface Desk() receives ePublic;
machine Office { start state Only { ignore ePublic, ePrivate; } }
machine Main {
  start state Only {
    entry {
      var d: Desk;
      d = new Desk();
      send d, ePublic;
      send d, ePrivate;
    }
  }
}
test tc [main=Main]: { Main, Office -> Desk };
