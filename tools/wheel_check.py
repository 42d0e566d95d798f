"""Checks that a wheel holds every file of the package, its compiled part, catalogues and page."""

import sys
import zipfile
from pathlib import Path

SHIPPED = {".css", ".eq", ".html", ".js", ".json", ".npz", ".py", ".pyi", ".toml", ".typed"}


def expected(source: Path) -> set[str]:
    """The names that a wheel made from `source` must hold."""
    page = source / "server" / "page"  # where an editable install builds it
    files = [path for path in source.rglob("*") if path.is_file() and page not in path.parents]
    names = [path for path in files if path.suffix in SHIPPED or path.name == "py.typed"]
    names += [path.with_suffix(".mo") for path in files if path.suffix == ".po"]
    return {path.relative_to(source.parent).as_posix() for path in names}


def main() -> None:
    """Name what the wheel lacks and fail, or say how much it holds."""
    wheel = Path(sys.argv[1])
    wanted = expected(Path("src/spadille"))
    held = set(zipfile.ZipFile(wheel).namelist())
    wanted.add("spadille/server/page/index.html")
    lacking = sorted(wanted - held)
    if not any(
        name.startswith("spadille/_kernel.") and name.endswith((".so", ".pyd")) for name in held
    ):
        lacking.append("the compiled part")
    if lacking:
        sys.exit(f"{wheel.name} lacks {', '.join(lacking)}")
    catalogues = sum(name.endswith(".mo") for name in wanted)
    print(f"{wheel.name} holds all {len(wanted)} files, {catalogues} compiled catalogues")


if __name__ == "__main__":
    main()
