"""Reading a match from PTN: the rules, then each deal played again from its cards and actions."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from spadille.record.errors import RecordError, Remark, at_line, remark
from spadille.record.game_file import GameFile, Header
from spadille.record.proof import MatchId, Proof
from spadille.record.ptn.deal import play_deal
from spadille.record.ptn.names import COMPASS_PLAYERS, DEAL_TAGS, MATCH_TAGS, PLAYERS
from spadille.record.ptn.script import Block
from spadille.record.reasons import misfit
from spadille.record.steps import Course
from spadille.record.tags import Tag, read_blocks
from spadille.rules import Rules, change, describe, key, options, parse

_FREE: Final = ("Event", "Site", "Date")


class _More(msgspec.Struct, forbid_unknown_fields=True):
    """The parts of a header that are no tags."""

    seed: int | str | None = None
    match: MatchId | None = None
    proofs: tuple[Proof, ...] = ()
    players: tuple[str, ...] = ()
    tags: dict[str, str] = msgspec.field(default_factory=dict)
    extra: dict[str, Any] = msgspec.field(default_factory=dict)


def decode(content: bytes | str) -> GameFile:
    """Read the text of a PTN file; raises `RecordError` naming line and remedy.

    The game is played again by the referee, so that what is read has been played by its rules.
    """
    blocks = [_block(tags) for tags in read_blocks(content)]
    if not blocks:
        raise RecordError("the file is empty; choose a PTN file", line=1)
    notes: list[Remark] = []
    rules, foreign = _rules(blocks[0], notes)
    header = _header(blocks, rules, foreign, notes)
    course = Course(rules)
    for number, block in enumerate(blocks):
        if number:
            _same_match(block, blocks[0])
        if number or any(name in block for name in DEAL_TAGS):
            play_deal(course, block)
    return GameFile(header=header, events=tuple(course.log), notes=tuple(notes))


def _block(tags: list[Tag]) -> Block:
    """A block's tags by name."""
    often = Counter(tag.name for tag in tags)
    twice = [tag for tag in tags if often[tag.name] > 1]
    if twice:
        raise RecordError(
            "the tag {name} comes twice in this block; keep one, and divide deals by an empty line",
            line=twice[-1].line,
            name=twice[-1].name,
        )
    return {tag.name: tag for tag in tags}


def _json(tag: Tag, kind: Any) -> Any:
    try:
        return msgspec.json.decode(tag.value, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise RecordError(
            "{name} cannot be read: {why}; write a JSON object in it, with \\ before each quotation"
            " mark",
            line=tag.line,
            name=tag.name,
            why=misfit(error),
        ) from None


def _rules(first: Block, notes: list[Remark]) -> tuple[Rules, dict[str, Any]]:
    """The rules of the match, and the options that this version does not know."""
    tag = first.get("GameOptionsJson") or first.get("Rules")
    if tag is None:
        raise RecordError(
            'the rules are missing; add a tag such as [Rules "standard"] to the first block',
            line=1,
        )
    foreign: dict[str, Any] = {}
    with at_line(tag.line):
        if tag.name == "Rules":
            rules = parse(tag.value)
        else:
            given = _json(tag, dict[str, Any])
            foreign = {name: value for name, value in given.items() if name not in options()}
            rules = change(Rules(), {name: given[name] for name in given if name not in foreign})
    notes += [
        remark(
            "the option {name!r} is not known to this version, has no effect and is kept as it is",
            line=tag.line,
            name=name,
        )
        for name in foreign
    ]
    stated = first.get("RulesKey")
    if stated is not None and stated.value != key(rules):
        raise RecordError(
            "the rules have the key {key}, not {stated}; correct the rules, or leave this tag out",
            line=stated.line,
            key=key(rules),
            stated=stated.value,
        )
    return rules, foreign


def _header(
    blocks: list[Block], rules: Rules, foreign: dict[str, Any], notes: list[Remark]
) -> Header:
    """The header that the tags of a file make."""
    first = blocks[0]
    more = _json(first["HeaderJson"], _More) if "HeaderJson" in first else _More()
    tags, extra = dict(more.tags), dict(more.extra)
    if foreign:
        extra["GameOptionsJson"] = foreign
    for number, block in enumerate(blocks, 1):
        for tag in _foreign(block):
            if number > 1 or tag.name not in _FREE:
                notes.append(
                    remark("the tag {name} is not known and is kept", line=tag.line, name=tag.name)
                )
            text = "\n".join((tag.value, *(row.text for row in tag.rows)))
            tags[tag.name if number == 1 else f"{tag.name}/{number}"] = text
    stated = first.get("Rules")
    return Header(
        rules_key=key(rules),
        rules=describe(rules) if stated is None else stated.value,
        players=more.players or _players(first, rules),
        seed=more.seed,
        match=more.match,
        proofs=more.proofs,
        tags=tags,
        extra=extra,
    )


def _foreign(block: Block) -> Iterator[Tag]:
    ours = (*MATCH_TAGS, *DEAL_TAGS)
    return (tag for tag in block.values() if tag.name not in ours)


def _players(first: Block, rules: Rules) -> tuple[str, ...]:
    """The players' names; none if none is given."""
    seats = rules.table.seats
    for names in (COMPASS_PLAYERS, PLAYERS[:seats]):
        if len(names) == seats and any(name in first for name in names):
            return tuple(first[name].value if name in first else "" for name in names)
    return ()


def _same_match(block: Block, first: Block) -> None:
    """Tags of the match may be repeated, but not changed."""
    for name in MATCH_TAGS:
        tag, before = block.get(name), first.get(name)
        if tag is not None and tag.value != "#" and (before is None or before.value != tag.value):
            raise RecordError(
                "{name} holds for the whole match and differs from the first block; correct or"
                " remove it here",
                line=tag.line,
                name=name,
            )
