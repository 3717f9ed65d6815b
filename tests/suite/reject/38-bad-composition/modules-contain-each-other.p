// Two modules must not contain each other.
machine Server { start state Serve { } }
machine Client { start state Run { } }

module Front = union Back, { Client }; module Back = union Front, { Server };  //~ error: contains itself
