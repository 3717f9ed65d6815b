// A module may have the name of a machine, an interface, a spec, a type, an event, a function, a test.
event Ring;
type tRing = int;
interface Line() receives Ring;
fun Dial(m: machine) { send m, Ring; }

machine Phone { start state S { ignore Ring; } }
machine Caller { start state S { entry { Dial(new Line()); new Phone(); } } }
spec Rings observes Ring { start state S { ignore Ring; } }

module Phone = { Phone };
module Line = { Phone -> Line };
module Ring = union Phone, Line;
module tRing = Ring;
module Dial = union tRing, { Caller };
module Rings = assert Rings in Dial;
module tcCall = Rings;
test tcCall [main=Caller]: tcCall;
test Phone [main=Caller]: Dial;
