"""What a new table is made from: the body of a request."""

from typing import Annotated

import msgspec

from spadille.server.commands import Digest
from spadille.server.options import TableOptions


class NewTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to be made: its options, the host's name, and whether the match begins at once.

    `promise` is the host's for the first piece of chance, `factor` by how much longer the host
    may think.
    """

    options: TableOptions = TableOptions()
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""
    start: bool = False
    player: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0
    promise: Digest | None = None
    factor: Annotated[float, msgspec.Meta(ge=1, le=4)] = 1


__all__ = ["NewTable"]
