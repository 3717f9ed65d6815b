// A machine with an empty receives clause serves no interface that accepts an event.
event eGet: int;

interface Source() receives eGet;

machine Deaf receives ; {
  start state Sleep { }
}

module Sources = { Deaf -> Source };  //~ error: cannot bind 'Deaf' to 'Source'
