// Named tuple types of one and more fields; equal names in equal order make equal types.
type tPoint = (x: int, y: int);
type tSpot = (x: int, y: int);
event eMove: (x: int, y: int);
fun Origin(): (x: int, y: int) { return (x = 0, y = 0); }
machine Walker {
  var here: tPoint;
  var there: tSpot;
  var plain: (x: int, y: int);
  var one: (id: (id: (id: int)));
  start state Run {
    entry {
      here = there; there = here; plain = here; here = plain; here = Origin();
      assert here == there && plain == (x = 1, y = 2);
      one = (id = (id = (id = 3,),),);
      one.id.id.id = 4;
      send this, eMove, here;
      send this, eMove, (x = 1, y = 2);
    }
    on eMove do (to_: tSpot) { here = to_; }
  }
}
