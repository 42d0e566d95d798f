"""Records: games as files and as text, checked, and deals in PBN form."""

from spadille.record import pbn, ptn
from spadille.record.errors import RecordError, Remark
from spadille.record.game_file import GameFile, Header, decode, encode, read, write
from spadille.record.proof import Proof
from spadille.record.validate import check

__all__ = [
    "GameFile",
    "Header",
    "Proof",
    "RecordError",
    "Remark",
    "check",
    "decode",
    "encode",
    "pbn",
    "ptn",
    "read",
    "write",
]
