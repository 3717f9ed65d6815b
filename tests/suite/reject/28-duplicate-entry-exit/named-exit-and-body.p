// An exit body beside a named exit is a second exit.
event eUnplug;

machine Printer {
  var pages: int;
  start state Ready {
    exit Save;
    exit { pages = 0; }  //~ error: already has an exit
    on eUnplug goto Off;
  }
  state Off { }
  fun Save() { print format("{0} pages", pages); }
}
