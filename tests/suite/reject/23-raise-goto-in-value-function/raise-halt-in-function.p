// Raising halt is a raise like any other.
machine Guard {
  var alarms: int;
  start state Watch {
    entry { alarms = CountAlarms(); }
  }
  fun CountAlarms(): int {
    while (alarms < 10) {
      alarms = alarms + 1;
      if (alarms == 7)
        raise halt;  //~ error: 'raise' in a function that returns a value
    }
    return alarms;
  }
}
