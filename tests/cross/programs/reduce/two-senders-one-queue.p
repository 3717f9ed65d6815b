// flaw: mbox por=nes,symmetry=off 2
// Who comes first can be told: all sends to one machine belong together.
event eOne;
event eTwo;
machine Main {
  start state Init {
    entry {
      var a: A;
      a = new A();
      new One(a);
      new Two(a);
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
machine Two {
  start state Init {
    entry (a: A) {
      send a, eTwo;
    }
  }
}
test tc [main=Main]: { Main, A, One, Two };
