// flaw: mbox por=nes,symmetry=off 8
// Whether the null handler runs depends on whether a message is there: they conflict.
event eStop;
machine Main {
  start state Init {
    entry {
      new Sender(this);
      goto Wait;
    }
  }
  state Wait {
    on eStop goto Stopped;
    on null goto Alone;
  }
  state Stopped {
  }
  state Alone {
    ignore eStop;
  }
}
machine Sender {
  start state Init {
    entry (m: Main) {
      send m, eStop;
    }
  }
}
test tc [main=Main]: { Main, Sender };
