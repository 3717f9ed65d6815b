// Exit and transition functions may send, create, receive and choose.
event eNext;
event eAck: int;

machine Helper { start state Run { entry (boss: machine) { send boss, eAck, 1; } } }

machine Stage {
  var count: int;
  start state One {
    on eNext goto Two with {
      new Helper(this);
      receive { case eAck: (n: int) { count = count + n; } }
    }
    exit { send this, eNext; if ($) count = choose(3); }
  }
  state Two {
    exit CleanUp;
    on eNext goto One with CleanUp;
    on eAck goto Two with (n: int) { announce eAck, n; }
  }
  fun CleanUp() { send this, eAck, Spawn(); }
  fun Spawn(): int { new Helper(this); return 1; }
}
