// The receive set of an interface may be a part of the machine's, also an empty one.
event eStart;
event eStop;
event eDebug: string;
interface Public() receives eStart, eStop;
interface Private() receives eDebug, halt;
interface Nothing() receives;

machine Engine receives eStart, eStop; receives eDebug, halt; {
  start state S { ignore eStart, eStop, eDebug; }
}
machine Deaf receives; { start state S { } }
machine Driver {
  start state S { entry { send new Public(), eStart; send new Private(), eDebug, "x"; new Nothing(); } }
}

test tcEngine [main=Driver]: { Driver, Engine -> Public, Engine -> Private, Engine -> Nothing };
test tcDeaf [main=Driver]: { Driver, Engine -> Public, Engine -> Private, Deaf -> Nothing };
