// A module must not contain itself.
machine Server {
  start state Serve { }
}

module Loop = union Loop, { Server };  //~ error: module 'Loop' contains itself
