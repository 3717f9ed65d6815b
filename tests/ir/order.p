// When operands are read: target, event and payload are copied as their turn comes.
event ePair: (int, int);
event eOne: int;
interface Sink() receives ePair;
machine Main {
  var t: machine;
  var ev: event;
  var n: int;
  start state S {
    entry {
      send t, ePair, Next(), 2;
      send t, ePair, (Next(), 2);
      send t, eOne, Next();
      send t, ev, n, Next();
      raise ev, n, Next();
    }
    on ePair, eOne do { }
  }
  fun Next(): int { t = this; n = n + 1; return n; }
  fun Same(m: Main): Main { return m to Main; }
  fun Narrow(m: machine): Sink { return m to Sink; }
}
scenario Seen observes eOne { start state S { on eOne goto Done; } cold state Done { ignore eOne; } }
test tc [main=Main]: assert Seen in { Main };
