// The entry of a later state may take a parameter, that of the start state may not.
event eNext: int;

machine GoodDriver {
  start state Go { entry { raise eNext, 1; } on eNext goto Later; }
  state Later { entry (n: int) { assert n == 1; } }
}

machine BadDriver {
  start state Go { entry (n: int) { assert n == 1; } }
}

test tcGood [main=GoodDriver]: { GoodDriver };
test tcBad [main=BadDriver]: { BadDriver };  //~ error: main machine 'BadDriver' takes a parameter
