// A pure function is no declaration of plain P.
// flags: --strict-p
machine Node { start state Idle { } }
pure leader(): machine;  //~ error: 'pure' belongs to the proof dialect
event ePing;
