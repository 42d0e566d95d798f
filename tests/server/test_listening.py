"""Where a server cannot listen, it says why and what to do, in the reader's language."""

import pytest

from spadille.server.serving import ServeError, bound
from spadille.words import Words
from spadille.words.faults import told


def test_an_address_that_is_taken_is_refused_with_the_reason() -> None:
    with bound("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ServeError) as raised:
            bound("127.0.0.1", port)
    for language, why in {
        "en": "another program listens there",
        "ko": "다른 프로그램",
        "ja": "ほかのプログラム",
    }.items():
        said = told(Words(language), raised.value)
        assert why in said
        assert str(port) in said


def test_an_address_of_another_machine_is_refused_with_the_reason() -> None:
    # An address for documentation (RFC 5737), which no machine has.
    with pytest.raises(ServeError, match="this machine has no such address"):
        bound("192.0.2.1", 0)
