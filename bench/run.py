"""Measure speed and play: named sections, each comparing in one run; ratios matter.

Usage: `python bench/run.py [--amount PART] [SECTION …]`. Every section appends its
raw figures, with the commit, the machine and its load, to `bench/results.jsonl`;
`bench/results.md` is rendered from the newest of each.
Without names, sections that have figures of this very commit are left out: a run that was stopped
goes on where it was. Contests go on within a section too, by what `bench/kept/` holds.
`--amount 0.1` does a tenth of everything, and the figures say so.
"""

import argparse
import json
import os
import platform
import sys
from pathlib import Path

from sections import SECTIONS, about, measure
from sections.figures import BENCH, Figures, git

RAW, REPORT = BENCH / "results.jsonl", BENCH / "results.md"


def commit() -> str:
    """The commit that is measured, marked where files other than the figures differ from it."""
    figures = [f":!{path.relative_to(BENCH.parent)}" for path in (RAW, REPORT)]
    changed = git("status", "--porcelain", "--untracked-files=no", "--", ".", *figures)
    return git("rev-parse", "--short", "HEAD") + ("-dirty" if changed else "")


def machine() -> str:
    """Processor, cores and Python."""
    cpu = platform.processor() or platform.machine()
    model = Path("/proc/cpuinfo")
    if model.exists():
        lines = model.read_text("utf-8").splitlines()
        cpu = next((line.split(":")[1].strip() for line in lines if "model name" in line), cpu)
    return f"{cpu}, {os.cpu_count()} cores, Python {platform.python_version()}"


def newest() -> dict[str, Figures]:
    """The newest raw figures of each section, those that are no more aside."""
    lines = RAW.read_text("utf-8").splitlines() if RAW.exists() else []
    found = {entry["section"]: entry for entry in map(json.loads, lines)}
    return {name: found[name] for name in SECTIONS if name in found}


def _besides(entry: Figures) -> str:
    """The load of the machine, and how much was done if not all."""
    load = f"; load {entry['load']}" if "load" in entry else ""
    amount = entry.get("amount", 1.0)
    return load + ("" if amount == 1.0 else f"; {amount:g} of the whole amount")


def render() -> str:
    """The report made from them."""
    text = [
        "# Measured figures",
        "",
        "Rendered by `make bench` from `results.jsonl`. Machines are noisy: compare ratios.",
    ]
    for name, entry in newest().items():
        text += ["", f"## {name}", "", about(name), ""]
        text += [
            f"Commit {entry['commit']}; {entry['machine']}{_besides(entry)}.",
            "",
            "| figure | value |",
            "|---|---|",
        ]
        text += [f"| {figure} | {value} |" for figure, value in entry["figures"].items()]
    return "\n".join(text) + "\n"


def main() -> int:
    """Run the named sections, all by default."""
    parser = argparse.ArgumentParser(description="Measure; see the top of this file.")
    parser.add_argument("sections", nargs="*", choices=[*SECTIONS, []], metavar="SECTION")
    parser.add_argument("--amount", type=float, default=1.0, help="the part to do, 1 for all")
    asked = parser.parse_args()
    old, now = newest(), commit()
    left = [n for n in SECTIONS if n not in old or old[n]["commit"] != now or "dirty" in now]
    for name in asked.sections or left:
        print(f"bench {name} …", flush=True)
        load = f"{os.getloadavg()[0]:.1f}"
        figures = measure(name, asked.amount)
        entry = {
            "section": name,
            "commit": now,
            "machine": machine(),
            "load": f"{load} before, {os.getloadavg()[0]:.1f} after",
            "amount": asked.amount,
            "figures": figures,
        }
        for figure, value in figures.items():
            print(f"  {figure}: {value}", flush=True)
        with RAW.open("a", encoding="utf-8") as raw:
            raw.write(json.dumps(entry) + "\n")
    REPORT.write_text(render(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
