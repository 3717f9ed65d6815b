// A global parameter may have any type; one that no test mentions has its default value.
enum Mode { SLOW = 2, FAST = 1 }
type tCount = int;
param mode: Mode;
param count: tCount;
param label: string;
param ratio: float;
param pairs: seq[(int, bool)];
param limits: (low: int, high: int);

machine Main {
  start state Run {
    entry {
      assert mode == FAST && label == "" && ratio == 0.0;
      assert sizeof(pairs) == 0 && limits.low == limits.high && count == 0;
    }
  }
}

test tcDefaults [main=Main]: { Main };
