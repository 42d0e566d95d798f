import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "spadille"

# What rules, cards and the course of a game must not depend on: text formats, clocks, chance.
OUTSIDE = {"datetime", "json", "random", "secrets", "time"}
# The one place that needs a text of a record: it is hashed, never read.
HASHED = {("rules/presets.py", "key", "msgspec.json")}
PURE = [
    path
    for pattern in ("cards.py", "rules/**/*.py", "game/**/*.py")
    for path in sorted(PACKAGE.glob(pattern))
]


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield from (f"{node.module}.{name.name}" for name in node.names)


def test_each_layer_imports_only_what_is_below_it(capsys: pytest.CaptureFixture[str]) -> None:
    failed = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)
    assert not failed, capsys.readouterr().out


def reached(path: Path) -> Iterator[tuple[str, str]]:
    """Modules reached through another one, as `msgspec.json`, and the definition that does so."""
    for part in ast.parse(path.read_text(encoding="utf-8")).body:
        for node in ast.walk(part):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                yield getattr(part, "name", ""), f"{node.value.id}.{node.attr}"


@pytest.mark.parametrize("path", PURE, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_rules_and_game_know_no_json_no_clock_and_no_chance(path: Path) -> None:
    place = path.relative_to(PACKAGE).as_posix()
    found = {name for name in imported(path) if OUTSIDE & set(name.split("."))}
    assert not found
    modules = {f"msgspec.{name}" for name in ("json", "msgpack", "yaml", "toml")}
    texts = {(place, where, name) for where, name in reached(path) if name in modules}
    assert texts <= HASHED


def test_the_check_for_json_can_fail(tmp_path: Path) -> None:
    path = tmp_path / "some.py"
    path.write_text("import msgspec\ndef f(x):\n    return msgspec.json.encode(x)\n", "utf-8")
    assert ("f", "msgspec.json") in set(reached(path))


def test_only_bots_reach_for_the_kernel() -> None:
    # import-linter does not see compiled modules.
    found = {
        path.relative_to(PACKAGE).parts[0]
        for path in PACKAGE.glob("**/*.py")
        for name in imported(path)
        if "_kernel" in name.split(".")
    }
    assert found == {"bots"}
