// The modules of a composition must not bind the same interface.
machine Idler sends ; {
  start state Run { }
}

module Idlers = compose { Idler }, { Idler };  //~ error: interface 'Idler' is bound in both
