// A test names its main machine and a closed module.
machine Driver { start state Run { entry { print "run"; } } }
test tcRun [main=Driver]: { Driver };
