// A spec may be attached to a module whose machines together declare all sends that it observes.
event eRequest: machine;
event eReply;
event eUnrelated;

machine Asker receives eReply; sends eRequest; {
  start state S { entry { send new Answerer(), eRequest, this; } ignore eReply; }
}
machine Answerer receives eRequest; sends eReply, halt; {
  start state S { on eRequest do (who: machine) { send who, eReply; } }
}
spec Turns observes eRequest, eReply {
  start state Asked { on eRequest goto Answered; }
  state Answered { on eReply goto Asked; }
}
spec Ends observes halt { start state S { ignore halt; } }

test tcTurns [main=Asker]: assert Turns in { Asker, Answerer };
test tcBoth [main=Asker]: assert Turns in (union { Asker }, (assert Ends in { Answerer }));
