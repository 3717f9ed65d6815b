#!/usr/bin/env python3
"""Draw how fast a long run is and how much memory it takes, over time.

usage: plot.py SYNOD NAME INPUT -t TEST [OPTION...]

Runs "SYNOD check INPUT -t TEST OPTION... --progress", notes at every line of progress how many
states there are and how much memory the process has (from the kernel, so everything is
included), and writes bench/results/NAME.svg: states a second and bytes a state. The last line
compares the last third of the run with the first: 1 is flat. Take a model that is much larger
than the run, and --max-time: towards the end of a search few states are new.

    bench/plot.py build/synod two-phase-commit-11 bench/peers/two-phase-commit.p \\
        -t tcCommit___participants_11 --max-time=120
"""
import math
import os
import re
import statistics
import subprocess
import sys
import time

RESULTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "results")
WIDTH, HEIGHT = 760, 534
LEFT, RIGHT, PANEL = 80, 20, 170  # margins, and the height of a panel
TOPS = [84, 312]

# Colours of both themes; a viewer in dark mode takes the second ones.
STYLE = """
  .back { fill: #ffffff } .ink { fill: #1f2328 } .soft { fill: #59636e }
  .grid { stroke: #d8dee4; stroke-width: 1 } .axis { stroke: #818b98; stroke-width: 1 }
  .speed { stroke: #0969da } .memory { stroke: #bc4c00 }
  .line { fill: none; stroke-width: 2; stroke-linejoin: round }
  .mean { stroke-width: 1; stroke-dasharray: 5 4; fill: none }
  text { font-family: system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; font-size: 12px }
  .title { font-size: 16px; font-weight: 600 } .panel { font-size: 13px; font-weight: 600 }
  @media (prefers-color-scheme: dark) {
    .back { fill: #0d1117 } .ink { fill: #e6edf3 } .soft { fill: #9198a1 }
    .grid { stroke: #2a313c } .axis { stroke: #656c76 }
    .speed { stroke: #58a6ff } .memory { stroke: #f0883e }
  }
"""


# ---- Measuring ----

def resident_bytes(pid):
    try:
        with open(f"/proc/{pid}/status") as f:
            found = re.search(r"VmRSS:\s*(\d+) kB", f.read())
    except OSError:
        return None
    return int(found[1]) * 1024 if found else None


def sample(command):
    """Seconds, states and bytes at each line of progress, and what the run said at its end."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    samples = []
    for line in process.stderr:
        seconds = time.monotonic() - start
        states = re.search(r"([\d,]+) states", line)
        memory = resident_bytes(process.pid)
        if states is None:
            sys.stderr.write(line)
        elif memory is not None:
            samples.append((seconds, int(states[1].replace(",", "")), memory))
    said = process.stdout.read().strip().splitlines()
    if process.wait() not in (0, 1, 3):
        sys.exit(f"the run failed: {said[-1] if said else process.returncode}")
    return samples, said[-1] if said else ""


def speeds(samples):
    points = []
    for (t0, n0, _), (t1, n1, _) in zip(samples, samples[1:]):
        if t1 > t0:
            points.append((t1, (n1 - n0) / (t1 - t0)))
    return points


def bytes_a_state(samples):
    return [(t, memory / states) for t, states, memory in samples[1:] if states > 0]


# ---- Drawing ----

def nice_step(span, count):
    """A round step that divides a span into at most COUNT parts."""
    raw = span / count
    power = 10 ** math.floor(math.log10(raw))
    return next(m * power for m in (1, 2, 2.5, 5, 10) if m * power >= raw * 0.999)


def short(value):
    for limit, unit in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if abs(value) >= limit:
            return f"{value / limit:.3g}{unit}"
    return f"{value:.3g}"


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def panel(svg, top, points, end, label, kind):
    """One curve over time; what is far above the rest (a start) is cut off at the top."""
    middle = statistics.median(v for _, v in points)
    high = min(max(v for _, v in points), 2.5 * middle)
    step = nice_step(high * 1.05, 4)
    high = step * math.ceil(high * 1.05 / step)
    right = WIDTH - RIGHT

    def x(t):
        return LEFT + (right - LEFT) * t / end

    def y(v):
        return top + PANEL * (1 - min(v, high) / high)

    svg.append(f'<text class="panel ink" x="{LEFT}" y="{top - 10}">{label}</text>')
    for k in range(round(high / step) + 1):
        svg.append(f'<line class="grid" x1="{LEFT}" x2="{right}" y1="{y(k * step):.1f}" y2="{y(k * step):.1f}"/>')
        svg.append(f'<text class="soft" x="{LEFT - 8}" y="{y(k * step) + 4:.1f}" text-anchor="end">'
                   f'{short(k * step)}</text>')
    tick = nice_step(end, 8)
    for k in range(int(end / tick) + 1):
        svg.append(f'<line class="axis" x1="{x(k * tick):.1f}" x2="{x(k * tick):.1f}" y1="{top + PANEL}" '
                   f'y2="{top + PANEL + 4}"/>')
        svg.append(f'<text class="soft" x="{x(k * tick):.1f}" y="{top + PANEL + 18}" text-anchor="middle">'
                   f'{k * tick:g}</text>')
    svg.append(f'<line class="axis" x1="{LEFT}" x2="{right}" y1="{top + PANEL}" y2="{top + PANEL}"/>')
    svg.append(f'<line class="mean {kind}" x1="{LEFT}" x2="{right}" y1="{y(middle):.1f}" y2="{y(middle):.1f}"/>')
    svg.append(f'<text class="soft" x="{right}" y="{top - 10}" text-anchor="end">'
               f'median {short(middle)} (dashed)</text>')
    path = " ".join(f"{x(t):.1f},{y(v):.1f}" for t, v in points)
    svg.append(f'<polyline class="line {kind}" points="{path}"/>')


def draw(path, title, subtitle, speed, memory):
    end = max(speed[-1][0], memory[-1][0])
    svg = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
           f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
           f"<title>{escape(title)}</title>", f"<style>{STYLE}</style>",
           f'<rect class="back" width="{WIDTH}" height="{HEIGHT}"/>',
           f'<text class="title ink" x="20" y="28">{escape(title)}</text>',
           f'<text class="soft" x="20" y="47">{escape(subtitle)}</text>']
    panel(svg, TOPS[0], speed, end, "states a second", "speed")
    panel(svg, TOPS[1], memory, end, "bytes a state (resident memory, everything included)", "memory")
    svg.append(f'<text class="soft" x="{(LEFT + WIDTH - RIGHT) / 2}" y="{TOPS[1] + PANEL + 34}" '
               'text-anchor="middle">seconds since the start</text>')
    svg.append("</svg>")
    with open(path, "w") as f:
        f.write("\n".join(svg) + "\n")


def drift(points):
    """Median of the last third of the run over that of the first."""
    third = max(1, len(points) // 3)
    return (statistics.median(v for _, v in points[-third:]) /
            statistics.median(v for _, v in points[:third]))


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    synod, name, *rest = sys.argv[1:]
    samples, said = sample([synod, "check", *rest, "--progress"])
    speed, memory = speeds(samples), bytes_a_state(samples)
    if len(speed) < 3 or len(memory) < 3:
        sys.exit(f"too short for a chart: {len(samples)} lines of progress")
    os.makedirs(RESULTS, exist_ok=True)
    path = os.path.join(RESULTS, name + ".svg")
    seconds, states, resident = samples[-1]
    draw(path, f"Synod on {name}: speed and memory over a run",
         f"{states:,} states and {resident / 2**20:,.0f} MB after {seconds:.0f} s; {' '.join(rest[1:])}",
         speed, memory)
    print(said)
    print(f"plot: {os.path.relpath(path)} speed={drift(speed):.2f} bytes={drift(memory):.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
