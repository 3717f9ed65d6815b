// A spec must not create a machine.
event eFire;

machine Extinguisher { start state Ready { } }

spec Safety observes eFire {
  start state Watch {
    on eFire do {
      new Extinguisher();  //~ error: 'new' is not allowed in a spec
    }
  }
}
