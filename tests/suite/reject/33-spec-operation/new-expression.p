// A spec must not create a machine inside an expression.
event eFire;

machine Extinguisher { start state Ready { } }

spec Safety observes eFire {
  var helper: machine;
  start state Watch {
    on eFire do {
      helper = new Extinguisher();  //~ error: 'new' is not allowed in a spec
    }
  }
}
