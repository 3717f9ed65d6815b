// A machine may serve an interface whose constructor type is assignable to its own.
event eX;
interface FromInt(int) receives eX;
interface FromPair((int, Logger)) receives eX;
interface FromNothing() receives eX;
interface FromLogger(Logger) receives eX;

machine Logger { start state S { ignore eX; } }
machine AnyMaker { start state S { entry (x: any) { } ignore eX; } }
machine PairMaker { start state S { entry (p: (any, machine)) { } ignore eX; } }
machine RefMaker { start state S { entry (m: machine) { } ignore eX; } }
machine Driver {
  start state S {
    entry {
      var l: Logger;
      l = new Logger();
      new FromInt(1);
      new FromPair(2, l);
      new FromNothing();
      new FromLogger(l);
    }
  }
}

module Makers = { AnyMaker -> FromInt, PairMaker -> FromPair, RefMaker -> FromNothing, RefMaker -> FromLogger };
test tcMakers [main=Driver]: union Makers, { Driver, Logger };
