#!/usr/bin/env python3
"""Makes the pictures of the README, the guide and docs/modelling-in-c.md anew; needs chromium and chromedriver.

usage: scripts/screenshots.py [SYNOD]
"""
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests", "browser"))
sys.dont_write_bytecode = True
import driver


def page(synod, folder, example):
    path = os.path.join(folder, f"{example}.html")
    subprocess.run([synod, "check", "-q", f"examples/{example}", "--html", path], cwd=ROOT, stdout=subprocess.DEVNULL)
    return f"file://{path}"


def page_of_c(synod, folder, name):
    """Of a model that docs/modelling-in-c.md shows."""
    with open(os.path.join(ROOT, "docs", "modelling-in-c.md")) as f:
        model = re.search(rf"^```c\n(// {name}\n.*?)^```", f.read(), re.S | re.M).group(1)
    with open(os.path.join(folder, name), "w") as f:
        f.write(model)
    subprocess.run([synod, "check", "-q", name, "--html", f"{name}.html"], cwd=folder, stdout=subprocess.DEVNULL)
    return f"file://{folder}/{name}.html"


def save(browser, name):
    browser.screenshot(os.path.join(ROOT, "docs", "images", name))


def main():
    synod = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "build", "synod"))
    os.makedirs(os.path.join(ROOT, "docs", "images"), exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        commit, elevator = page(synod, folder, "two-phase-commit"), page(synod, folder, "elevator")
        with driver.Browser(size=(1560, 900)) as b:
            b.open(f"{commit}#test=tcHastyAtomicity")
            save(b, "report.png")
            b.open(f"{elevator}#test=tcJammedDoorStarves")
            save(b, "loop.png")
        with driver.Browser(size=(1560, 620)) as b:
            b.open(page_of_c(synod, folder, "bank.c"))
            save(b, "bank.png")
        with driver.Browser(size=(1560, 900), dark=True) as b:
            b.open(f"{commit}#test=tcHastyAtomicity&step=12")
            b.keys("m")
            save(b, "past.png")


if __name__ == "__main__":
    sys.exit(main())
