// A machine's `receives` clause bounds what can be sent to it.
// verdict: violated: not-allowed @12
event eOk;
event eOther;
machine Shy receives eOk; { start state Only { ignore eOk, eOther; } }
machine Main {
  start state Only {
    entry {
      var s: machine;
      s = new Shy();
      send s, eOk;
      send s, eOther;
    }
  }
}
