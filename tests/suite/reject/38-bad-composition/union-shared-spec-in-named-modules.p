// A shared spec is found through named modules and inner unions.
event eBeat;

machine Left { start state Run { entry { send this, eBeat; } ignore eBeat; } }
machine Right { start state Run { entry { send this, eBeat; } ignore eBeat; } }
machine Driver { start state Go { entry { new Left(); new Right(); } } }

spec Beats observes eBeat { start state Watch { ignore eBeat; } }

module CheckedLeft = assert Beats in { Left };
module CheckedRight = assert Beats in { Right };
module Side = union CheckedLeft, { Driver };
test tcHeart [main=Driver]: union Side, CheckedRight;  //~ error: spec 'Beats' is attached in both
