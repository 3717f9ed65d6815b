// Strings stand in double quotes; one mistake, one message.
fun Greet() {
  print 'hello world';  //~ error: unexpected character ''' //~ hint: double quotes
}
