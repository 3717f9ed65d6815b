// A spec must not use the fair choice $$.
event eToss: bool;

spec Fair observes eToss {
  start state Watch {
    on eToss do (side: bool) {
      if ($$) assert side;  //~ error: '$$' is not allowed in a spec
    }
  }
}
