"""Errors whose sentences can be said in another language."""

from typing import Any


class SentenceError(Exception):
    """An error with a sentence.

    The message is the sentence in English; `template` and `fields` are what it is made of, so that
    it can be said in another language.

    >>> str(SentenceError("There is no bot {name}.", name="nobody"))
    'There is no bot nobody.'
    """

    def __init__(self, template: str, /, **fields: object) -> None:
        self.template = template
        self.fields = fields
        super().__init__(self._sentence())

    def _sentence(self) -> str:
        """The sentence in English."""
        return self.template.format(**self.fields)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by what it is: not every error is made from its message."""
        return type(self).__new__, (type(self), *self.args), vars(self)


__all__ = ["SentenceError"]
