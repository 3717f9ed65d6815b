// flaw: mbox por=nes,symmetry=off 16
// Two sends to different machines have nothing to do with each other, but for the spec.
event eOne;
event eTwo;
machine Main {
  start state Init {
    entry {
      new One(new A());
      new Two(new A());
    }
  }
}
machine A {
  start state S0 {
    ignore eOne, eTwo;
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
spec Order observes eOne, eTwo {
  start state Neither {
    on eOne goto OneFirst;
    on eTwo goto TwoFirst;
  }
  state OneFirst {
    ignore eTwo;
  }
  state TwoFirst {
    ignore eOne;
  }
}
test tc [main=Main]: (assert Order in { Main, A, One, Two });
