// A creation in a called function counts for the module of the caller.
machine Timer sends ; { start state Run { } }

fun StartTimer() { new Timer(); }

machine Left sends ; { start state Run { entry { StartTimer(); } } }
machine Right sends ; { start state Run { entry { new Timer(); } } }

module LeftSide = { Left };
module RightSide = { Right };
module System = compose LeftSide, RightSide;  //~ error: both create 'Timer'
