// A rename may use the interface that a machine declares, if the receive sets are equal.
event eJob: int;

machine Worker { start state Run { ignore eJob; } }
machine Backup { start state Run { ignore eJob; } }
machine Driver { start state Run { entry { send new Worker(), eJob, 1; } } }

test tcBackup [main=Driver]: rename Worker to Backup in { Driver, Worker };
test tcBoth [main=Driver]: union (rename Worker to Backup in { Driver, Worker }), { Backup -> Worker };
