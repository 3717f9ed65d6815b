// flaw: mbox por=nes,symmetry=off 4
// Another's message may come between two of one handler: only then is S2 seen.
event eOne;
event eTwo;
event eThree;
machine Main {
  start state Init {
    entry {
      var a: A;
      a = new A();
      new Pair(a);
      new Single(a);
    }
  }
}
machine A {
  start state S0 {
    on eOne goto S1;
    on eTwo goto Done;
  }
  state S1 {
    on eTwo goto S2;
    on eThree goto Done;
  }
  state S2 {
    ignore eThree;
  }
  state Done {
    ignore eOne, eTwo, eThree;
  }
}
machine Pair {
  start state Init {
    entry (a: A) {
      send a, eOne;
      send a, eThree;
    }
  }
}
machine Single {
  start state Init {
    entry (a: A) {
      send a, eTwo;
    }
  }
}
test tc [main=Main]: { Main, A, Pair, Single };
