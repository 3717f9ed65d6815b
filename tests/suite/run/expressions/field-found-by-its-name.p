// A named tuple that comes through `any` keeps its fields, and they are found by name: the order and further fields do
// not matter, for reading, for writing, and inside other tuples and collections.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  fun Hide(x: any): any { return x; }
  start state Run {
    entry {
      var turned: (b: int, a: string);
      var part: (b: int);
      var inner: (p: (y: int, x: int));
      var list: seq[(y: int, x: int)];
      var hidden: seq[(x: int, y: int)];
      turned = Hide((a = "s", b = 2)) as (b: int, a: string);
      assert turned.b == 2 && turned.a == "s";
      turned.b = 3;
      assert turned.b == 3 && turned.a == "s";
      assert Hide(turned) == Hide((a = "s", b = 3)) && Hide(turned) != Hide((b = 3, a = "s"));
      part = Hide((a = 1, b = 2, c = 3)) as (b: int);
      assert part.b == 2;
      inner = Hide((p = (x = 1, y = 2),)) as (p: (y: int, x: int));
      inner.p.y = 5;
      assert inner.p.x == 1 && inner.p.y == 5;
      hidden += (0, (x = 1, y = 2));
      list = Hide(hidden) as seq[(y: int, x: int)];
      assert list[0].x == 1 && list[0].y == 2;
    }
  }
}
