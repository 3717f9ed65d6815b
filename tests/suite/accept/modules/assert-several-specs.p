// An assert may attach several specs at once, or one inside the other.
event eA: int;
event eB;
machine Main { start state S { entry { send this, eA, 1; send this, eB; } ignore eA, eB; } }
spec OnA observes eA { start state S { ignore eA; } }
spec OnB observes eB { start state S { ignore eB; } }
spec OnBoth observes eB, eA { start state S { ignore eA, eB; } }

module Plain = { Main };
module Watched = assert OnA in Plain;
test tcList [main=Main]: assert OnA, OnB, OnBoth in Plain;
test tcNested [main=Main]: assert OnA in assert OnB in (assert OnBoth in { Main });
test tcNamed [main=Main]: assert OnBoth, OnB in Watched;
test tcPlain [main=Main]: Plain;
