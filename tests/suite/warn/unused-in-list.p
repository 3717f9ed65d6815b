// Of several variables declared together only the unused one is reported.
fun Area(width: int, height: int): int {
  var area, depth, margin: int;  //~ warning: unused variable 'depth'
  margin = 2;
  area = width * height;
  return area - margin;
}

machine Painter {
  start state Run { entry { print format("{0}", Area(3, 4)); } }
}
