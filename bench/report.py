"""What a benchmark tells: on the screen as it goes, and, if wanted, as a page of bench/results."""
import datetime
import os
import re
import sys


class Report:
    def __init__(self):
        self.text, self.is_good = [], True

    def say(self, line=""):
        self.text.append(line)
        print(line, flush=True)

    def complain(self, text):
        self.is_good = False
        self.say(f"WRONG: {text}")

    def write(self, path, title, script, facts):
        """FACTS are told beside the machine, an item each."""
        with open(path, "w") as f:
            f.write(f"# {title}\n\n")
            f.write(f"{datetime.date.today()}, with `{' '.join([script, *sys.argv[1:]])}`.\n\n")
            f.write("".join(f"* {fact}\n" for fact in [machine(), *facts]) + "\n")
            f.write("\n".join(self.text).strip() + "\n")


def machine():
    with open("/proc/cpuinfo") as f:
        found = re.search(r"model name\s*: (.*)", f.read())
    gigabytes = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (f"machine: {os.cpu_count()} cores, {found[1] if found else 'unknown CPU'}, {gigabytes:.0f} GiB, "
            f"{os.uname().sysname} {os.uname().release}; load {os.getloadavg()[2]:.1f} over the last 15 minutes")
