// A spec must not choose a truth value.
event eDraw: int;

spec Lottery observes eDraw {
  start state Watch {
    on eDraw do (n: int) {
      if (choose()) assert n > 0;  //~ error: 'choose' is not allowed in a spec
    }
  }
}
