// 'new' takes a machine or an interface and has that reference type; it may stand in any expression.
event eWork: int;
interface Pool(int) receives eWork;
machine Idle { start state Run { ignore eWork; } }
machine Worker { start state Run { entry (setup: (boss: machine, level: int)) { } ignore eWork; } }
machine Pairer { start state Run { entry (pair: (machine, any)) { } ignore eWork; } }
fun Hire(level: int): machine { return new Pool(level); }
machine Boss {
  start state Run {
    entry {
      var idle: Idle; var pool: Pool; var who: machine; var team: seq[machine]; var box: any;
      idle = new Idle();
      who = new Idle();
      pool = new Pool(3);
      who = new Worker((boss = this, level = 1));
      who = new Worker((boss = new Idle(), level = 2));
      who = new Pairer(this, 5);
      who = new Pairer((null, new Pool(1)));
      team += (0, new Idle());
      box = (new Pool(2), new Idle());
      assert new Idle() != who && new Idle() in team;
      send Hire(choose(3)), eWork, 1;
    }
  }
}
