// Comments and strings may contain any Unicode text: naïve café — 日本語 ✓ 🎉 ∀x∃y.
/* Ελληνικά, русский, עברית, العربية: ½ ≤ π */
event eGreet: string;

machine Host {
  start state Ready {
    entry {
      send this, eGreet, "Grüß Gott, 世界 🌍";
      print "π ≈ 3, “quoted” – done…";
      print format("température: {0} °C", 21);
    }
    on eGreet do (text: string) { assert text != "你好"; /* ✗ */ }
  }
}
