"""Check the page, with the Node.js that builds it: `page_checks.py types style units`."""

import sys
from pathlib import Path

from page_build import fetch, node, write_words

ROOT = Path(__file__).parent.parent
CHECKS = {
    "types": (
        "node_modules/svelte-check/bin/svelte-check",
        "--tsconfig=./tsconfig.json",
        "--fail-on-warnings",
        "--output=human",
    ),
    "style": ("node_modules/eslint/bin/eslint.js", "--max-warnings=0", "."),
    "units": ("node_modules/vitest/vitest.mjs", "run"),
}


def main() -> None:
    """Run the checks that are named; the first that fails ends it with what it found."""
    web = ROOT / "web"
    write_words(web, ROOT / "src/spadille/words/locale")
    fetch(web, everything=True)
    for name in sys.argv[1:]:
        node(web, *CHECKS[name])


if __name__ == "__main__":
    main()
