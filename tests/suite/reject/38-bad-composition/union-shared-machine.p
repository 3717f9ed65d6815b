// The modules of a union must not bind the same machine.
event eLog: string;

machine Logger { start state Run { ignore eLog; } }
machine Reader { start state Run { entry { new Logger(); } } }
machine Writer { start state Run { entry { new Logger(); } } }

module ReadSide = { Reader, Logger };
module WriteSide = { Writer, Logger };
module System = union ReadSide, WriteSide;  //~ error: interface 'Logger' is bound in both
