// A payload that is an unnamed tuple may be given as separate arguments or as one tuple.
event eMove: (int, int);
event eSay: (string, machine, bool);

machine Robot {
  var x, y: int;
  start state Ready {
    entry {
      var target: (int, int);
      target = (5, 6);
      send this, eMove, 1, 2;
      send this, eMove, (3, 4);
      send this, eMove, target;
      announce eSay, "hello", this, true;
      announce eSay, ("hello", this, false);
      if (x == y) raise eSay, "again", null, x < 3;
      raise eMove, x, y;
    }
    on eMove do (to_where: (int, int)) { x = to_where.0; y = to_where.1; }
    ignore eSay;
  }
}
