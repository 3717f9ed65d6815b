// A comment in Latin-1 is no UTF-8; the first bad byte is reported, and nothing else.
event ePing;
// café ÿþ
//~^ error: invalid UTF-8
machine Pinger { start state Run { on ePing do { undeclared = 1; } } }
