// A union takes two or more modules, nests, and may be parenthesised.
event eX;
machine A { start state S { ignore eX; } }
machine B { start state S { entry { send new A(), eX; } ignore eX; } }
machine C { start state S { entry { send new B(), eX; } ignore eX; } }
machine D { start state S { entry { send new C(), eX; } ignore eX; } }

module Two = union { A }, { B };
module Four = union { A }, { B }, { C }, { D };
module Nested = union (union { A }, { B }), (union { C }, { D });
module Named = union Two, ({ C }), (({ D }));
module Last = union ({ D }), union Two, { C };
test tcFour [main=D]: Four;
test tcNested [main=D]: (Nested);
test tcNamed [main=D]: ((Named));
test tcLast [main=D]: Last;
