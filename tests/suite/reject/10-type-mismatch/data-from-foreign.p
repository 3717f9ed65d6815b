// 'data' takes no foreign value, and fits nothing but 'any'.
type tClock;
fun ReadClock(): tClock;
machine Box {
  var plain: data;
  var total: int;
  start state Idle {
    entry {
      plain = ReadClock();  //~ error: expected data, found tClock
      total = plain;  //~ error: expected int, found data
    }
  }
}
