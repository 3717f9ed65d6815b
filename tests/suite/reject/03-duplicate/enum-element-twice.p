// An element cannot appear twice in one enum.
enum tLight {
  RED,
  GREEN,
  RED  //~ error: 'RED' is already declared
}
