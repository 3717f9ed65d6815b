// Reference types may be types of parameters, results, payloads and constructor arguments.
event eHire: Worker;
event eJob: (boss: Boss, helpers: set[Worker]);
interface Agency(Boss) receives eHire;
machine Worker { start state Run { entry (boss: Boss) { send boss, eHire, this; } ignore eJob; } }
machine Boss {
  var helpers: set[Worker];
  start state Run {
    entry { var agency: Agency; agency = new Agency(this); send agency, eHire, Hire(this); }
    on eHire do (worker: Worker) {
      helpers += (worker);
      send worker, eJob, (boss = this, helpers = helpers);
      send Oldest(helpers), eJob, (boss = this, helpers = default(set[Worker]));
    }
    ignore eJob;
  }
  fun Oldest(all: set[Worker]): Worker { return all[0]; }
}
fun Hire(boss: Boss): Worker { return new Worker(boss); }
