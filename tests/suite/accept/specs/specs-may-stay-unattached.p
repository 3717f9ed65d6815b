// Specs and scenarios need not be used by any test, and no test is needed at all.
event eA: int;
event eB;

spec One observes eA {
  start state S { on eA do (n: int) { assert n > 0; } }
}
spec Two observes eB, eA {
  start state S { on eB goto S; on eA goto S; }
}
scenario Three observes eB {
  start state S { on eB goto T; }
  cold state T { ignore eB; }
}
