// Two modules cannot share a name.
machine Server { start state Idle { } }
machine Stub { start state Idle { } }
module Backend = { Server };
module Backend = { Stub };  //~ error: 'Backend' is already declared
