// A foreign function without C code returns any value of its type: each of them is a state of its own.
// verdict: holds
// states: 16
// transitions: 41
enum tColor { RED = 7, GREEN = 3, BLUE = 5 }
fun Flag(): bool;
fun Color(): tColor;
fun Count(): int;
fun Pair(n: int): (a: bool, b: bool);
fun List(): seq[bool];
fun Log(text: string);
event eNext;
machine Main {
  var flag: bool;
  var color: tColor;
  var count: int;
  var pair: (a: bool, b: bool);
  var list: seq[bool];
  start state Run {
    entry {
      color = RED;
      Log("start");
      flag = Flag();
      send this, eNext;
    }
    on eNext goto Second;
  }
  state Second {
    entry {
      flag = false;
      color = Color();
      assert color == RED || color == GREEN || color == BLUE;
      send this, eNext;
    }
    on eNext goto Third;
  }
  state Third {
    entry {
      color = RED;
      count = Count();
      assert count >= 0 && count < 3;
      send this, eNext;
    }
    on eNext goto Fourth;
  }
  state Fourth {
    entry {
      count = 0;
      pair = Pair(3);
      send this, eNext;
    }
    on eNext goto Fifth;
  }
  state Fifth {
    entry {
      pair = default((a: bool, b: bool));
      list = List();
      assert sizeof(list) < 2;
    }
  }
}
