// flaw: mbox por=nes,symmetry=off 64
// The child waits to be created behind a message of its creator: what it will send belongs to
// the creator.
event eBusy;
event eOne;
event eTwo;
machine Main {
  start state Init {
    entry {
      var a: A;
      var other: Other;
      a = new A();
      other = new Other();
      new One(a);
      new Busy(other);
      send other, eBusy;
      new Child(a);
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
machine Other {
  var odd: bool;
  start state Init {
    on eBusy do { odd = !odd; }
  }
}
machine One {
  start state Init {
    entry (a: A) {
      send a, eOne;
    }
  }
}
machine Busy {
  start state Init {
    entry (other: Other) {
      send other, eBusy;
    }
  }
}
machine Child {
  start state Init {
    entry (a: A) {
      send a, eTwo;
    }
  }
}
test tc [main=Main]: { Main, A, Other, One, Busy, Child };
