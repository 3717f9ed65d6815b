// After a rename two modules that bind the same interface can be united.
event eLog: string;
interface LogCopy() receives eLog;
interface LogThird() receives eLog;

machine Log receives eLog; { start state Run { ignore eLog; } }
machine Left { start state Run { entry { send new Log(), eLog, "left"; } } }
machine Right { start state Run { entry { send new Log(), eLog, "right"; } } }
machine Middle { start state Run { entry { send new Log(), eLog, "middle"; } } }
machine Driver { start state Run { entry { new Left(); new Right(); new Middle(); } } }

module L = { Left, Log };
module R = rename Log to LogCopy in { Right, Log };
module M = rename Log to LogThird in { Middle, Log };
test tcAll [main=Driver]: union L, R, M, { Driver };
