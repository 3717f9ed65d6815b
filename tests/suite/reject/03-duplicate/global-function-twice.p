// There is no overloading: two global functions cannot share a name.
fun Area(side: int): int {
  return side * side;
}
fun Area(width: int, height: int): int {  //~ error: 'Area' is already declared
  return width * height;
}
