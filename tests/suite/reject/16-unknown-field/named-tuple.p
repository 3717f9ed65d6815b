// A named tuple has only its own fields.
type tPoint = (x: int, y: int);
fun Depth(place: tPoint): int {
  return place.z;  //~ error: no field named 'z'
}
event eMove: tPoint;
