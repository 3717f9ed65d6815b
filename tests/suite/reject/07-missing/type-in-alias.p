// An undeclared type inside another type; the alias gives no further errors.
type tPage = (id: int, lines: seq[tLine]);  //~ error: no type named 'tLine'
event ePage: tPage;
machine Printer {
  start state Idle {
    on ePage do (page: tPage) { print page.lines[0]; }
  }
}
