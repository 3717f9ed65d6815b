// Foreign functions may be members of a machine or a spec, and shadow global ones.
event eSample: int;
fun Hash(n: int): int;

machine Sensor {
  var value: int;
  fun Hash(n: int, salt: string): string;
  fun Measure(): int;
  start state Run {
    entry {
      value = Measure();
      send this, eSample, value;
      print Hash(value, "pepper");
    }
    ignore eSample;
  }
}

spec Plausible observes eSample {
  fun Smooth(n: int): int;
  start state Watch {
    on eSample do (n: int) { assert Smooth(n) == Hash(n); }
  }
}
