// Of the arithmetic operators only '+' is for strings.
fun Cut(text: string, part: string): string {
  text = text - part;  //~ error: operator '-' does not apply to string and string
  text = text * part;  //~ error: operator '*' does not apply to string and string
  return text / part;  //~ error: operator '/' does not apply to string and string
}
