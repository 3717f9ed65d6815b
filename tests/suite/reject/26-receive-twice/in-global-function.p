// The rule holds for receive in global functions too.
event eLoaded: int;

fun AwaitLoad(): int {
  var size: int;
  receive {
    case eLoaded: (n: int) { size = n; }
    case eLoaded: (n: int) { size = 2 * n; }  //~ error: 'eLoaded' appears twice in this receive
  }
  return size;
}

machine Loader {
  var size: int;
  start state Run { entry { size = AwaitLoad(); } }
}
