// A bad binding is found deep inside the module expression of a test.
event eGet: int;

interface Source() receives eGet;

machine Deaf receives halt; { start state Sleep { } }
machine Driver { start state Go { entry { new Source(); } } }

spec Quiet observes eGet { start state Watch { ignore eGet; } }

test tcDeaf [main=Driver]:
  assert Quiet in (union { Driver },
                         { Deaf -> Source });  //~ error: cannot bind 'Deaf' to 'Source'
