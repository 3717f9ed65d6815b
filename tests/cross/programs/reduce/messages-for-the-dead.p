// flaw: mbox por=nes,symmetry=off,asi 128
// Sending to a machine that has halted is noticed by nobody, and can go on for ever.
// not for naive (but in P's own network, where it says so above): the others are flooded
event eJunk;
event eGo;
machine Main {
  start state Init {
    entry {
      var dead: Dead;
      var a: A;
      dead = new Dead();
      a = new A();
      new Flood(dead);
      new Sender(a);
    }
  }
}
machine Dead {
  start state Init {
    entry {
      raise halt;
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
machine Flood {
  var dead: Dead;
  start state Init {
    entry (d: Dead) {
      dead = d;
      goto Again;
    }
  }
  state Again {
    entry {
      send dead, eJunk;
      goto Again;
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
test tc [main=Main]: { Main, Dead, A, Flood, Sender };
