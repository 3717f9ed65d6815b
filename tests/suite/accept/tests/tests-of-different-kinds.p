// A program may have many tests and implementations, on the same module and with different main machines.
machine Worker { start state S { } }
machine Single { start state S { entry { new Worker(); } } }
machine Double { start state S { entry Both; } fun Both() { new Worker(); new Worker(); } }

module All = { Worker, Single, Double };
test tcSingle [main=Single]: All;
test tcSingleAgain [ main = Single ] : All ;
test
  tcDouble
    [main
      =Double]
  : All;
test tcWorker [main=Worker]: All;
implementation Release [main=Single]: All;
implementation Other [main=Double]: All;
