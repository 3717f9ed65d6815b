// 'axiom' cannot name a type.
// flags: --strict-p
type axiom = int;  //~ error: 'axiom' is a reserved word
type tLaw = int;
event eLaw: tLaw;
machine Court { start state Idle { ignore eLaw; } }
