// A bad composition is found inside a union.
event eTick;

machine Clock sends eTick; { start state Run { entry { send this, eTick; } ignore eTick; } }
machine Watch sends eTick; { start state Run { entry { send this, eTick; } ignore eTick; } }
machine Driver { start state Go { entry { new Clock(); } } }

test tcTime [main=Driver]:
  union { Driver },
        (compose { Clock }, { Watch });  //~ error: both send 'eTick'
