"""The chance to win a tourney of games, all games after the present one being even (rule 11.10)."""

from functools import lru_cache
from math import factorial

from spadille.rules import Rules


def match_chances(
    rules: Rules, tokens: tuple[int, ...], game: tuple[float, ...], *, number: int = 0
) -> tuple[float, ...]:
    """The chance of each player to win the tourney, given the chances for the present game.

    `tokens` are those won so far and `game` the chances, both by player (by side, where partners
    stay together). `number` is that of the present game; 0: as many games were played as tokens
    won. The players are equal in the games
    to come, of which each has one winner (rules 11.10 and 11.11).

    >>> from spadille.rules import load
    >>> match_chances(load("cutthroat_4"), (4, 0, 4), (0.5, 0.0, 0.5))
    (0.5, 0.0, 0.5)
    """
    match = rules.match
    if match.tokens_to_win == 1:
        return game
    left = max(match.max_games - (number or sum(tokens) + 1), 0)
    chances = [0.0] * len(tokens)
    for winner, chance in enumerate(game):
        if chance:
            then = tuple(count + (player == winner) for player, count in enumerate(tokens))
            for player, share in enumerate(even_chances(then, match.tokens_to_win, left)):
                chances[player] += chance * share
    return tuple(chances)


@lru_cache(maxsize=4096)
def even_chances(tokens: tuple[int, ...], wanted: int, games: int) -> tuple[float, ...]:
    """The chance of each of equal players to win a tourney of which `games` are left.

    >>> even_chances((1, 0), 2, 9), even_chances((1, 0), 5, 1)
    ((0.75, 0.25), (0.75, 0.25))
    """
    leaders = [player for player, count in enumerate(tokens) if count >= wanted]
    if leaders:
        return tuple(float(player in leaders) / len(leaders) for player in range(len(tokens)))
    return tuple(
        _first(tokens, wanted, games, player) + _most(tokens, wanted, games, player)
        for player in range(len(tokens))
    )


def _first(tokens: tuple[int, ...], wanted: int, games: int, player: int) -> float:
    """The chance to be the first with the tokens wanted."""
    others = [wanted - count for other, count in enumerate(tokens) if other != player]
    mine = wanted - tokens[player] - 1
    ways = _rests(others, games)
    return sum(
        _orders(mine + rest, len(tokens)) * way / factorial(mine) / len(tokens)
        for rest, way in enumerate(ways)
        if mine + rest < games
    )


def _most(tokens: tuple[int, ...], wanted: int, games: int, player: int) -> float:
    """The chance to have most tokens after the last game, shared among those who have as many."""
    others = [count for other, count in enumerate(tokens) if other != player]
    total = 0.0
    for best in range(tokens[player], wanted):
        won = best - tokens[player]
        rest = games - won
        if rest < 0:
            break
        for equal, ways in enumerate(_level(others, best, rest)):
            total += _orders(games, len(tokens)) * ways / factorial(won) / (equal + 1)
    return total


def _orders(games: int, players: int) -> float:
    """The orders of so many games, as a part of all ways in which they can be won."""
    return float(factorial(games) / players**games)


def _rests(limits: list[int], games: int) -> list[float]:
    """By games: the sum of 1 / (a! b! …) over the wins of players who stay below their limits."""
    ways = [1.0]
    for limit in limits:
        ways = _product(ways, [1 / factorial(wins) for wins in range(min(limit, games + 1))], games)
    return ways


def _level(tokens: list[int], best: int, games: int) -> list[float]:
    """The same for exactly so many games, by how many of the players end with `best` tokens."""
    by_equal = [[1.0]]
    for count in tokens:
        room = best - count
        below = [1 / factorial(wins) for wins in range(min(max(room, 0), games + 1))]
        level = [0.0] * room + [1 / factorial(room)] if 0 <= room <= games else []
        grown = [_product(ways, below, games) for ways in by_equal] + [[]]
        for equal, ways in enumerate(by_equal):
            grown[equal + 1] = _sum(grown[equal + 1], _product(ways, level, games))
        by_equal = grown
    return [ways[games] if len(ways) > games else 0.0 for ways in by_equal]


def _product(one: list[float], two: list[float], most: int) -> list[float]:
    if not one or not two:
        return []
    found = [0.0] * min(len(one) + len(two) - 1, most + 1)
    for place, left in enumerate(one):
        for step, right in enumerate(two[: most + 1 - place]):
            found[place + step] += left * right
    return found


def _sum(one: list[float], two: list[float]) -> list[float]:
    longer, shorter = (one, two) if len(one) >= len(two) else (two, one)
    return [
        value + (shorter[place] if place < len(shorter) else 0.0)
        for place, value in enumerate(longer)
    ]
