// The modules of a union must not attach the same spec.
event eBeat;

machine Left { start state Run { entry { send this, eBeat; } ignore eBeat; } }
machine Right { start state Run { entry { send this, eBeat; } ignore eBeat; } }

spec Beats observes eBeat { start state Watch { ignore eBeat; } }

module Heart = union (assert Beats in { Left }), (assert Beats in { Right });  //~ error: spec 'Beats' is attached in both
