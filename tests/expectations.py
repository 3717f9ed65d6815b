"""Messages that a program says about itself, and those that came out: tests/suite and tests/icet.

    x = true;  //~ error: expected int      on this line
    //~^ error: ...                         one line up, a line for each ^
    //~@12 error: ...                       on line 12
    //~ hint: ...                           a hint, wherever it appears
"""
import re

EXPECTED = re.compile(r"//~(\^*|@\d+)\s*(error|warning|hint|note):\s*(.*?)\s*(?=//~|$)")


def lines_of(path):
    with open(path, "rb") as f:
        return re.split(r"\r\n|\r|\n", f.read().decode("utf-8", "replace"))


def read(path):
    """(severity, line, part of the text) of each message that PATH names."""
    return [(severity, int(place[1:]) if place.startswith("@") else number - len(place), part)
            for number, line in enumerate(lines_of(path), 1)
            for place, severity, part in EXPECTED.findall(line)]


def compare(expected, said, counted, text, code):
    """What is wrong with what was SAID: (severity, line, message).  Those of a severity in COUNTED are all to be
    named, each once.  TEXT is all that was printed, hints included; CODE the exit code."""
    left = [message for message in said if message[0] in counted]
    hints = re.findall(r"= hint: (.*)", text)
    problems = []
    for severity, line, part in expected:
        if severity == "hint":
            if not any(part in hint for hint in hints):
                problems.append(f"missing    hint: {part}")
            continue
        for message in left if severity in counted else said:
            if message[0] == severity and message[1] == line and part in message[2]:
                if severity in counted:
                    left.remove(message)
                break
        else:
            problems.append(f"missing    {line}: {severity}: {part}")
    problems += [f"unexpected {line}: {severity}: {message}" for severity, line, message in left]
    wanted = 2 if any(severity == "error" for severity, _, _ in expected) else 0
    if code != wanted:
        problems.append(f"exit code {code}, expected {wanted}: {text[:1500]}")
    return problems
