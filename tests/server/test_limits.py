"""How often something may be done."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spadille.server.limits import RATES, Bucket, Limits, Rate


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_goes_through_and_then_one_at_a_time() -> None:
    clock = Clock()
    bucket = Bucket(rate=0.5, burst=3, clock=clock)
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]
    clock.now += 1.9
    assert not bucket.take()
    clock.now += 0.1
    assert [bucket.take(), bucket.take()] == [True, False]
    clock.now += 3600
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


@given(st.lists(st.floats(0, 3), min_size=1, max_size=60), st.floats(0.1, 5), st.integers(1, 9))
def test_never_more_than_the_burst_and_the_rate_allow(
    pauses: list[float], rate: float, burst: int
) -> None:
    clock = Clock()
    bucket = Bucket(rate, burst, clock)
    taken = 0
    for pause in pauses:
        clock.now += pause
        taken += bucket.take()
    assert min(len(pauses), burst) <= taken <= burst + rate * sum(pauses) + 1e-6


def test_a_clock_that_goes_back_fills_nothing() -> None:
    clock = Clock()
    bucket = Bucket(1, 1, clock)
    assert bucket.take()
    clock.now -= 100
    assert not bucket.take()
    clock.now += 1
    assert bucket.take()


def test_everybody_has_a_bucket_of_his_own_for_each_thing() -> None:
    limits = Limits({"a": Rate(1, 1), "b": Rate(1, 2)}, Clock())
    assert limits.take("a", "Ada")
    assert not limits.take("a", "Ada")
    assert limits.take("a", "Bea")
    assert [limits.take("b", "Ada") for _ in range(3)] == [True, True, False]
    with pytest.raises(KeyError):
        limits.take("c", "Ada")


def test_memory_has_an_end_and_who_was_last_here_is_remembered() -> None:
    limits = Limits({"a": Rate(0.001, 1)}, Clock(), most=100)
    assert limits.take("a", "flood")
    for number in range(10_000):
        limits.take("a", str(number))
        if number % 50 == 0:
            assert not limits.take("a", "flood")
    assert len(limits) == 100


def test_everything_can_be_done_at_first() -> None:
    limits = Limits()
    assert all(limits.take(what, "Ada") for what in RATES)
