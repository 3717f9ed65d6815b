// The parameter of the start state's entry is the constructor payload, whether the entry is named or not.
machine Point {
  var x: int;
  start state Made { entry (p: (int, int)) { x = p.0; } }
}

machine Label {
  var text: string;
  start state Made { entry Init; }
  state Other { entry (n: int) { } }
  fun Init(t: string) { text = t; }
}

machine Bare { start state Made { } state Other { entry (n: int) { } } }

machine Factory {
  var points: seq[Point];
  var bare: Bare;
  start state Make {
    entry {
      points += (0, new Point(1, 2));
      points += (1, new Point((3, 4)));
      new Label("top");
      new Point(sizeof(points), 0);
      bare = new Bare();
    }
  }
}
