// The main machine must be bound in the module, be it under an interface of another name.
event eX;
interface Harness() receives eX;
machine Driver { start state S { entry { print "go"; } ignore eX; } }

test tcHarness [main=Driver]: { Driver -> Harness };
test tcBoth [main=Driver]: { Driver -> Harness, Driver };
