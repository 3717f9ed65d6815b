// An axiom is no declaration of plain P.
// flags: --strict-p
machine Node { start state Idle { } }
axiom 1 < 2;  //~ error: 'axiom' belongs to the proof dialect
event ePing;
