// The elements of an enum are global constants, usable before the enum is declared.
fun Darker(s: Shade): bool { return s == BLACK; }

enum Shade { WHITE, GREY, BLACK }
enum Lonely { ONLY }

machine Painter {
  var shade: Shade;
  var lonely: Lonely;
  var uses: map[Shade, int];
  start state Mix {
    entry {
      shade = GREY;
      uses[WHITE] = BLACK to int;
      lonely = ONLY;
      assert !Darker(shade) && WHITE in uses;
    }
  }
}
