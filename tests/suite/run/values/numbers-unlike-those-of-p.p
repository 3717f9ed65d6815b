// Where numbers differ from those of P's checker: docs/language.md has the list.
// verdict: holds
machine Main {
  start state Only {
    entry {
      var big: int;
      var least: int;
      var zero, inf, nan: float;
      var all: set[float];
      // `%` has 64 bits; P's has 32, where this is 7.
      big = 2147483647 * 2 + 9;
      assert big % 10 == 3 && -big % 10 == -3 && 5 % big == 5;
      // One that P's checker divides by zero, and one that it cannot divide.
      assert big % (2147483647 * 2 + 2) == 7;
      least = 1;
      while (least > 0) { least = least * 2; }
      assert least / -1 == least && least % -1 == 0 && (-2147483647 - 1) % -1 == 0;
      // One NaN, which equals itself, and one zero.
      inf = 1.0 / zero;
      nan = zero / zero;
      assert nan == nan && !(nan != nan) && !(nan < nan) && !(nan <= nan) && !(nan > inf);
      assert nan == 7.5 % zero && nan == inf - inf && nan == inf % 2.0;
      all += (nan);
      all += (-nan);
      all += (zero);
      all += (-zero);
      assert sizeof(all) == 2;
      assert 1.0 / (-zero) == inf && 0.0 == -zero && format("{0}", -zero) == "0";
      assert 7.5 % 2.0 == 1.5 && -7.5 % 2.0 == -1.5;
      assert (inf to int) == least && (nan to int) == least && (10000000000000000000000.0 to int) == least;
      // How they are written.
      assert format("{0} {1} {2}", inf, -inf, nan) == "inf -inf nan";
      assert format("{0} {1}", 100000000000000.0, 1000000000000000.0) == "100000000000000 1e+15";
      assert format("{0} {1}", 100000000000000000000.0, 0.000001) == "1e+20 1e-06";
      assert format("{0} {1}", 0.00001, 3.0) == "0.00001 3";
    }
  }
}
