"""A process that appends without end: `python store_child.py URL ROOMS [ROWS]`.

It prints a line for each row when it was acknowledged, `ROOM SEQ`, and first `ready`. Each row
brings a deal of its number. A room goes on after its newest entry; it has at most ROWS new ones.
"""

import asyncio
import os
import sys

from spadille.server.store import Deal, Row, Store


async def play(store: Store, room: str, rows: int) -> None:
    """Append to a room, and tell."""
    newest = (await store.newest([room])).get(room, 0)
    for seq in range(newest + 1, newest + rows + 1):
        body = b'{"seq":%d}' % seq
        await store.append(Row(room, seq, seq, body, None, (), Deal(seq, "k", body)))
        os.write(1, f"{room} {seq}\n".encode())


async def main(url: str, rooms: int, rows: int = 10**9) -> None:
    """Append to so many rooms at once."""
    store = await Store.open(url, clock=lambda: 0)
    os.write(1, b"ready\n")
    await asyncio.gather(*(play(store, f"room{n}", rows) for n in range(rooms)))
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], *map(int, sys.argv[2:])))
