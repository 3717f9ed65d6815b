// A relay sends 900 messages for each eGo, and nothing makes anybody take them: its outbox has a limit.
// flags: --engine=sample --schedules=1 --seed=1 --max-steps=20000
// verdict: unknown
event eGo;
event eItem: int;
machine Sink { start state Take { ignore eItem; } }
machine Relay {
  var sink: machine;
  start state Work {
    entry { sink = new Sink(); }
    on eGo do {
      var i: int;
      while (i < 900) {
        send sink, eItem, i;
        i = i + 1;
      }
    }
  }
}
machine Main {
  var relay: machine;
  start state Drive {
    entry { relay = new Relay(); send this, eItem, 0; }
    on eItem do (n: int) { send relay, eGo; send this, eItem, n + 1; }
  }
}
test tcFull [main=Main]: { Main, Relay, Sink };
