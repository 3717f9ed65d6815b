// Enum elements are global constants, usable as values, keys and arguments.
enum tColor { RED, GREEN, BLUE }
enum tLevel { LOW = 10, HIGH = 3, TOP = 2147483647 }
event ePaint: (color: tColor, level: tLevel);
fun Next(color: tColor): tColor { if (color == RED) return GREEN; return BLUE; }
machine Painter {
  var color: tColor;
  var pots: map[tColor, int];
  var used: set[tLevel];
  start state Run {
    entry {
      color = RED;
      color = Next(Next(color));
      pots[BLUE] = 3;
      pots += (GREEN, TOP to int);
      used += (HIGH);
      send this, ePaint, (color = GREEN, level = LOW);
      assert color != BLUE && HIGH in used && color in pots && pots[color] > LOW to int;
      color = choose(keys(pots));
    }
    ignore ePaint;
  }
}
