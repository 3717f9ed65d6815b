// A function header without body and without semicolon declares a foreign function.
fun Flush()
event eDone: int;
fun Audit(code: int, note: string)
fun Last()

machine Logger {
  var code: int;
  fun Rotate()
  start state Run {
    entry {
      Flush();
      Rotate();
      Audit(code, "rotated");
      Last();
      Archive(1);
    }
  }
  fun Archive(n: int)
}

fun AtEndOfFile()
