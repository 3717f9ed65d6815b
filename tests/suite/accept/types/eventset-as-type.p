// An event set names the type of references that accept its events, 'halt' included.
event eStart: int;
event eStop;
eventset Control = { eStop, halt };
eventset Start = { eStart };
interface Stoppable() receives halt, eStop;
event eRegister: (who: Control, all: seq[Start]);
machine Motor receives eStart, eStop, halt; { start state Run { ignore eStart, eStop; } }
machine Panel {
  var control: Control; var all: set[Control]; var starters: map[string, Start];
  start state Run {
    entry {
      var motor: Motor;
      motor = new Motor();
      control = motor to Control;
      control = new Stoppable();
      control = default(Control);
      starters["left"] = motor to Start;
      all += (control);
      send control, eStop; send control, halt; send starters["left"], eStart, 3;
      send this, eRegister, (who = control, all = default(seq[Start]));
    }
    on eRegister do (r: (who: Stoppable, all: seq[Start])) { control = r.who; }
  }
}
