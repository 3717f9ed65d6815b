// Several payload arguments make up an unnamed tuple, for 'send', 'raise', 'announce' and 'new' alike.
event ePoint: (int, int);
event eLabel: (string, (int, int), any);
type tSize = (int, float);
event eSize: tSize;
machine Plotter {
  start state Run {
    entry (config: (int, bool)) {
      send this, ePoint, 1, 2;
      send this, ePoint, (1, 2);
      send this, eLabel, "a", (1, 2), this;
      send this, eLabel, ("b", (3, 4), null);
      send this, eSize, 1, .5;
      announce ePoint, 3, 4;
      if (config.1) new Plotter(config.0 - 1, false);
      else new Plotter((7, true));
    }
    on ePoint do (p: (int, int)) { raise eSize, p.0, 2.5; }
    on eSize do (s: tSize) { raise eLabel, "size", (s.0, s.0), s.1; }
    ignore eLabel;
  }
}
