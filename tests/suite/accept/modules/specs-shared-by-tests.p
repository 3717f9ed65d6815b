// A spec may be attached in several tests and modules, as long as no module attaches it twice.
event eX;
machine One { start state S { entry { announce eX; } } }
machine Two { start state S { entry { announce eX; } } }
spec Seen observes eX { start state S { ignore eX; } }

module First = assert Seen in { One };
module Second = assert Seen in { Two };
module Twin = assert Seen in (union { One }, { Two });
test tcFirst [main=One]: First;
test tcSecond [main=Two]: Second;
test tcTwin [main=One]: Twin;
test tcHalf [main=Two]: union First, { Two };
