// The main machine of an implementation, unlike that of a test, may take a parameter.
machine Server {
  start state S { entry (port: int) { assert port > 0; } }
}
machine Named {
  start state S { entry Start; }
  fun Start(x: any) { }
}

implementation Release [main=Server]: { Server };
implementation Debug [main=Named]: { Named };
