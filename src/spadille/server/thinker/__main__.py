"""Asked in numbered lines of JSON, it replies in lines of that number, and ends with its input.

It works after all else of the machine.
"""

import os
import sys
import threading
from contextlib import suppress
from queue import SimpleQueue
from typing import BinaryIO, Final

import msgspec

from spadille.server.thinker.asking import Request
from spadille.server.thinker.deciding import reply

NICENESS: Final = 5
_REQUEST: Final[msgspec.json.Decoder[Request]] = msgspec.json.Decoder(Request)


def _listen(lines: BinaryIO, heard: SimpleQueue[bytes]) -> None:
    """Take in requests, and end the process with its server, whatever a bot is at."""
    for line in lines:
        heard.put(line)
    os._exit(0)


def main() -> None:
    """Reply to requests until there are no more."""
    with suppress(AttributeError, OSError):  # there is none on Windows
        os.nice(NICENESS)
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a bot prints is no reply
    heard: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, heard), daemon=True).start()
    encoder = msgspec.json.Encoder()
    while True:
        number, _, request = heard.get().partition(b" ")
        said = reply(_REQUEST.decode(request))
        replies.write(b"%s %s\n" % (number, encoder.encode(said)))
        replies.flush()


if __name__ == "__main__":
    main()
