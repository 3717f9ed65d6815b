// flaw: mbox por=nes,symmetry=off 32
// Friend does not know A yet: it is told by somebody else, and then sends to it.
event eTell: A;
event eOne;
event eTwo;
machine Main {
  start state Init {
    entry {
      var a: A;
      a = new A();
      new Teller((a, new Friend()));
      new One(a);
    }
  }
}
machine A {
  start state S0 {
    on eOne goto S1;
    on eTwo goto S2;
  }
  state S1 {
    ignore eTwo;
  }
  state S2 {
    ignore eOne;
  }
}
machine One {
  start state Init {
    entry (a: A) {
      send a, eOne;
    }
  }
}
machine Teller {
  start state Init {
    entry (p: (A, Friend)) {
      send p.1, eTell, p.0;
    }
  }
}
machine Friend {
  start state Init {
    on eTell do (a: A) {
      send a, eTwo;
    }
  }
}
test tc [main=Main]: { Main, A, One, Teller, Friend };
