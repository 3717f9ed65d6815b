// Characters that are no tokens (@ # ? ^ & | ~ \ `) are fine in a comment and in a string.
event eDone; // really? yes @ once ^ & | ~ \
/* # include nothing, ` quoted `, a & b | c, 5 ? 6 : 7 */
machine Runner {
  start state Go {
    entry { print "a & b | c ? ~d ^ e @ f # `g`"; }
    on eDone do { }
  }
}
