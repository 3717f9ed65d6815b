// Equal numbers are found wherever they stand.
enum tPort {
  FTP = 21,
  SSH = 22,
  SMTP = 25,
  HTTP = 80,
  SECURE_SHELL = 22  //~ error: value 22 appears twice
}
