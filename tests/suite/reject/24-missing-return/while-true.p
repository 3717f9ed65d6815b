// A loop never counts as returning, not even while (true).
fun FirstPowerAbove(limit: int): int {  //~ error: not every path returns a value
  var power: int;
  power = 1;
  while (true) {
    if (power > limit) return power;
    power = power * 2;
  }
}
