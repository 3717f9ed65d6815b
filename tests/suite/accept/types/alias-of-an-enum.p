// An alias of an enum is that enum, as source and as target.
enum tColor { RED, GREEN }
type tPaint = tColor;
type tCoat = tPaint;
event ePaint: tPaint;
machine Painter {
  var color: tColor; var paint: tPaint; var coat: tCoat; var pots: map[tPaint, int];
  start state Run {
    entry {
      color = paint; paint = color; coat = color; color = coat; paint = RED;
      pots[GREEN] = coat to int;
      pots[color] = pots[coat];
      assert color == paint && coat != RED && color in pots;
      foreach (color in keys(pots)) paint = color;
      send this, ePaint, color;
      send this, ePaint, GREEN;
    }
    on ePaint do (c: tColor) { coat = c; }
  }
}
