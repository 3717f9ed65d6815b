// Two events cannot have the same name, whatever they carry.
event eReply;
event eAsk: machine;
event eReply: int;  //~ error: 'eReply' is already declared
machine Server { start state Idle { ignore eAsk; } }
