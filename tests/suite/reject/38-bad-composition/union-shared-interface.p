// The modules of a union must not bind different machines to the same interface.
event eLog: string;

interface Log() receives eLog;

machine FileLog { start state Run { ignore eLog; } }
machine NullLog { start state Run { ignore eLog; } }

module Logs = union { FileLog -> Log }, { NullLog -> Log };  //~ error: interface 'Log' is bound in both
