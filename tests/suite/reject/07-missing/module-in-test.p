// A test of an undeclared module.
machine Driver { start state Idle { } }
module Backend = { Driver };
test tcServer [main=Driver]: Frontend;  //~ error: no module named 'Frontend'
event ePing;
