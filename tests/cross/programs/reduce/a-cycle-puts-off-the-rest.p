// flaw: mbox por=nes,symmetry=off 1
// The ticker alone is a set that is never used up: without a proviso, S1 is never seen.
event eTick;
event eGo;
machine Main {
  start state Init {
    entry {
      var a: A;
      a = new A();
      new Sender(a);
      new Ticker();
    }
  }
}
machine A {
  start state S0 {
    on eGo goto S1;
  }
  state S1 {
  }
}
machine Ticker {
  start state Init {
    entry {
      send this, eTick;
    }
    on eTick do {
      send this, eTick;
    }
  }
}
machine Sender {
  start state Init {
    entry (a: A) {
      send a, eGo;
    }
  }
}
test tc [main=Main]: { Main, A, Ticker, Sender };
