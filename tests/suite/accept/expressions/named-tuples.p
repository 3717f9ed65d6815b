// Named tuples of one, two and more fields; field names live in a name space of their own.
event name: (name: string);
type tPoint = (x: int, y: int);
machine Packer {
  var single: (id: int);
  var point: tPoint;
  var line: (begin: tPoint, end: tPoint, label: (text: string));
  start state Run {
    entry {
      var x, y, id: int; var name: string; var same: bool;
      single = (id = 1,);
      single = (id = id,);
      point = (x = 1, y = 2);
      point = (x = y, y = x);
      point = ((x = x, y = y));
      line = (begin = point, end = (x = 3, y = 4), label = (text = name,));
      same = (id = 1,) == single && (x = x, y = y) != point;
      same = (same = x == y,).same;
      same = (x == y);
      name = (name = name, point = point).name;
      x = ((x = 5, y = 6), 7).0.x;
    }
  }
}
