// A program with a machine Main and without tests has an implicit test of all machines.
event eHello: machine;

machine Main {
  start state S {
    entry { send new Guest(), eHello, this; }
    on eHello do (m: machine) { }
  }
}

machine Guest {
  start state S { on eHello do (m: machine) { send m, eHello, this; } }
}

spec Polite observes eHello {
  start state S { ignore eHello; }
}
