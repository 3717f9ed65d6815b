// The machine named as main is the one that starts.
// verdict tcOne: holds
// verdict tcTwo: violated: assertion @5
machine One { start state Run { } }
machine Two { start state Run { entry { assert format("{0}", this) == "One(1)"; } } }
test tcOne [main=One]: { One, Two };
test tcTwo [main=Two]: { One, Two };
