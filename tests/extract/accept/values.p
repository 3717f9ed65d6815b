// Values: defaults, tuples and their parts, enums, choices, operators.
enum tColor { RED = 3, GREEN = 1, BLUE = 2 }
type tPair = (left: int, right: (color: tColor, flag: bool));
event ePair: tPair;
event eBack: (int, tColor);
event eOne: (int);

machine Main {
  var pair: tPair;
  var nobody: machine;
  start state S {
    entry {
      var other: machine;
      var n: int;
      var one: (int);
      other = new Mirror((boss = this, limit = 5));
      assert pair.right.color == GREEN, "the smallest number is the default";
      assert !pair.right.flag && pair.left == 0 && nobody == null;
      assert default(tPair) == pair;
      n = choose(3);
      pair.left = n * 2 - 1;
      pair.right.color = BLUE;
      pair.right.flag = $;
      send other, ePair, pair;
      receive {
        case eBack: (b: (int, tColor)) {
          assert b.0 == pair.left + 1 && b.1 == BLUE;
          assert b.0 <= 4 && b.0 >= 0 && !(b.0 < 0) && (b.0 != 3 || b.0 > 4), "even, up to 4";
        }
      }
      receive { case eOne: (got: (int)) { one = got; assert one.0 == 7; } }
    }
  }
}

machine Mirror {
  start state S {
    entry (config: (boss: machine, limit: int)) {
      var boss: machine;
      boss = config.boss;
      assert boss != this && boss == config.boss;
      receive {
        case ePair: (p: tPair) {
          assert p.left < config.limit;
          send boss, eBack, p.left + 1, p.right.color;
        }
      }
      send boss, eOne, (7,);
    }
  }
}

test tcValues [main=Main]: { Main, Mirror };

machine Skewed {
  start state S {
    entry (config: (boss: machine, limit: int)) {
      receive {
        case ePair: (p: tPair) {
          if (p.right.flag) {
            p.right.color = RED;
          }
          send config.boss, eBack, p.left + 1, p.right.color;
        }
      }
      send config.boss, eOne, (7,);
    }
  }
}

// The mirror changes the color if the flag is up.
test tcSkewed [main=Main]: { Main, Skewed -> Mirror };
