// Each proof declaration is refused on its own.
// flags: --strict-p
machine Node { var holding: bool; start state Idle { } }
axiom 1 < 2;  //~ error: 'axiom' belongs to the proof dialect
event ePing;
pure leader(): machine;  //~ error: 'pure' belongs to the proof dialect
