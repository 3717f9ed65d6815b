// A refinement test relates two closed modules.
event eWork: int;
interface Worker(int) receives eWork;

machine Fast { start state S { entry (n: int) { } ignore eWork; } }
machine Slow { start state S { entry (n: int) { } on eWork do { if ($) print "slow"; } } }
machine Driver { start state S { entry { send new Worker(1), eWork, 2; } } }

module Spec = { Driver, Slow -> Worker };
test tcRefines [main=Driver]: { Driver, Fast -> Worker } refines Spec; //~ warning: refinement is not checked: test 'tcRefines' checks its first module alone
test tcUnion [main=Driver]: (union { Driver }, { Fast -> Worker }) refines (union { Driver }, { Slow -> Worker }); //~ warning: refinement is not checked: test 'tcUnion' checks its first module alone
