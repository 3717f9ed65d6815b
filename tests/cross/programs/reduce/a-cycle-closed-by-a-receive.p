// flaw: mbox por=nes,symmetry=off,asi 256
// The cycle is closed where the ticker takes its own message: a state in between, in which
// nobody is blocked, must not be stored.
event eTick;
event eGo;
event eStop;
machine Main {
  start state Init {
    entry {
      send new Ticker(this), eTick;
      goto S0;
    }
  }
  state S0 {
    entry {
      send this, eGo;
    }
    on eGo goto S1;
    ignore eStop;
  }
  state S1 {
    ignore eStop;
  }
}
machine Ticker {
  var m: Main;
  start state Init {
    entry (p: Main) {
      m = p;
    }
    on eTick do {
      send this, eTick;
    }
    on eStop goto Stopped;
  }
  state Stopped {
    entry {
      send m, eStop;
    }
    ignore eTick;
  }
}
test tc [main=Main]: { Main, Ticker };
