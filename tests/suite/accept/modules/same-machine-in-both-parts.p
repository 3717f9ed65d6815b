// Two modules may bind one machine to different interfaces and be united.
event eMsg: int;
interface Inbox() receives eMsg;
interface Outbox() receives eMsg;

machine Box { start state S { ignore eMsg; } }
machine Driver { start state S { entry { send new Inbox(), eMsg, 1; send new Outbox(), eMsg, 2; new Box(); } } }

module In = { Box -> Inbox };
module Out = { Box -> Outbox };
test tcBoxes [main=Driver]: union In, Out, { Box }, { Driver };
