// The machine named as main is the one that starts.
// verdict tcOne: holds
// states tcOne: 2
// transitions tcOne: 1
// verdict tcTwo: violated: assertion @7
machine One { start state Run { } }
machine Two { start state Run { entry { assert format("{0}", this) == "One(1)"; } } }
test tcOne [main=One]: { One, Two };
test tcTwo [main=Two]: { One, Two };
