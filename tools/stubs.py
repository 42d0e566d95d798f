"""Write the types of the compiled part, `src/spadille/_kernel.pyi`, from the module itself."""

from pathlib import Path

from nanobind.stubgen import StubGen

from spadille import _kernel

TARGET = Path(__file__).parent.parent / "src" / "spadille" / "_kernel.pyi"


def stubs() -> str:
    """The text of the stubs."""
    generator = StubGen(module=_kernel, quiet=True)
    generator.put(_kernel)
    return str(generator.get())


if __name__ == "__main__":
    TARGET.write_text(stubs(), "utf-8")
