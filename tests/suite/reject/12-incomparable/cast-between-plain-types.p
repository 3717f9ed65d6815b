// 'as' cannot relate types of which neither fits the other.
fun Reinterpret(n: int, open: bool, boxed: any): int {
  var name: string;
  name = boxed as string;
  name = n as string;  //~ error: cannot cast int to string
  n = open as int;  //~ error: cannot cast bool to int
  return 2.5 as int;  //~ error: cannot cast float to int
}
