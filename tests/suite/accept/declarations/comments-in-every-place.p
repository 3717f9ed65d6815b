// Comments may stand between any two tokens, do not nest, and are not seen inside strings.
/**/ /***/ /* a // b */ /* * / " */
event /* name */ eTick /* colon */ : // type follows
  int /* end */ ; // "unbalanced quote

machine Clock /* { */ {
  var url: string; // var url: int;
  start /* hot */ state Run {
    entry /* ( */ {
      url = "http://example.org/*not a comment*/";
      url = url + "// neither"; /* url = 1; **/
      send /*target*/ this, /*event*/ eTick, /*payload*/ 6 /* / */ / /* / */ 3;
    }
    on eTick do (n /**/ : /**/ int) { /* empty */ }
  } /* /* not nested */
}
