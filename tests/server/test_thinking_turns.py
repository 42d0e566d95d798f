"""Whose turn it is in the queue, and how hard a bot thinks after it."""

import itertools
from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spadille.bots import make
from spadille.bots.spec import Spec, read
from spadille.bots.strong import SearchBot
from spadille.server.thinker.deciding import effort_of
from spadille.server.thinker.effort import share, shrunk, written
from spadille.server.thinking.fair import Turns

ROOMS = "abcd"


def test_a_room_with_many_jobs_does_not_go_before_others() -> None:
    turns = Turns[int]()
    for job in range(100):
        turns.put("greedy", job)
    turns.put("modest", 1000)
    assert turns.take() == ("greedy", 0)
    assert turns.take() == ("modest", 1000)
    assert turns.take() is None
    turns.done("greedy")
    turns.put("modest", 1001)
    turns.done("modest")
    assert [turns.take(), turns.take()] == [("greedy", 1), ("modest", 1001)]


@given(
    st.lists(st.tuples(st.sampled_from(["put", "take", "done", "drop"]), st.sampled_from(ROOMS)))
)
def test_turns_are_fair_and_nothing_is_lost(steps: list[tuple[str, str]]) -> None:
    """Each room first in, first out, one at a time; none is passed over twice by another."""
    turns = Turns[int]()
    numbers = itertools.count()
    waiting = {room: deque[int]() for room in ROOMS}
    running: set[str] = set()
    passed = {room: dict.fromkeys(ROOMS, 0) for room in ROOMS}
    for step, room in steps:
        if step == "put":
            number = next(numbers)
            turns.put(room, number)
            waiting[room].append(number)
        elif step == "done" and room in running:
            turns.done(room)
            running.remove(room)
        elif step == "drop" and waiting[room]:
            turns.drop(room, waiting[room].pop())
        elif step == "take":
            ready = {one for one in ROOMS if waiting[one] and one not in running}
            taken = turns.take()
            assert (taken is not None) is bool(ready)
            if taken is not None:
                assert taken[0] in ready
                assert taken[1] == waiting[taken[0]].popleft()
                running.add(taken[0])
                passed[taken[0]] = dict.fromkeys(ROOMS, 0)
                for other in ready - {taken[0]}:
                    passed[other][taken[0]] += 1
                    assert passed[other][taken[0]] <= 1
        for one in ROOMS:
            if not waiting[one] or one in running:
                passed[one] = dict.fromkeys(ROOMS, 0)
        assert len(turns) == sum(map(len, waiting.values()))


def test_a_job_that_does_not_wait_is_not_dropped() -> None:
    turns = Turns[int]()
    turns.drop("a", 1)
    turns.put("a", 1)
    turns.drop("a", 2)
    assert turns.take() == ("a", 1)
    turns.drop("a", 1)
    turns.done("a")
    assert len(turns) == 0
    assert turns.first() is None


@pytest.mark.parametrize(("waited", "left"), [(-1, 1), (0.2, 1), (0.4, 0.75), (0.8, 0.25), (9, 0)])
def test_what_has_waited_is_thought_about_less(waited: float, left: float) -> None:
    assert share(waited) == left


@given(st.floats(0, 5), st.floats(0, 5))
def test_who_waits_longer_never_thinks_more(one: float, other: float) -> None:
    assert (share(one) >= share(other)) or one > other


@pytest.mark.parametrize("name", ["strong", "medium", "easy", "strong(worlds=2,policy=off)"])
@given(waited=st.floats(0.2, 0.97))
def test_a_bot_with_less_work_can_be_made(name: str, waited: float) -> None:
    full, less = make(name), make(effort_of(name, waited))
    assert isinstance(full, SearchBot)
    assert isinstance(less, SearchBot)
    for option, before in full.effort._asdict().items():
        now = getattr(less.effort, option)
        if option in {"worlds", "proposals", "rehearsals"}:
            expected = before * share(waited)
            assert min(4, before) <= now <= before
            assert now == min(4, before) or abs(now - expected) <= 0.5
        else:
            assert now == before, option


def test_a_bot_without_amounts_of_work_thinks_as_ever_and_then_not_at_all() -> None:
    assert effort_of("random", 0.9) == "random"
    assert effort_of("random", 1.0) == "simple"
    assert effort_of("nobody", 0.9) == "nobody"


def test_a_hint_never_comes_from_the_simple_bot() -> None:
    assert effort_of("strong", 60, least=0.05) == "strong(proposals=100,worlds=20,rehearsals=15)"


def test_what_is_written_is_read_again() -> None:
    spec = Spec("strong", {"worlds": "7", "policy": "off"})
    assert read(written(spec)) == spec
    assert read(shrunk(spec, {"worlds": 7}, 0.0)).options == {"worlds": "4", "policy": "off"}
