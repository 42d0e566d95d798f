"""The tables of the database; the migrations make them."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

METADATA = MetaData(
    naming_convention={"pk": "pk_%(table_name)s", "uq": "uq_%(table_name)s_%(column_0_name)s"}
)

ROOMS = Table(
    "rooms",
    METADATA,
    Column("id", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("status", Text, nullable=False),
    Column("access", Text, nullable=False),
    Column("code", Text),
    Column("card", Text, nullable=False),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("code"),
    Index("ix_rooms_status", "status", "updated"),
)

ENTRIES = Table(
    "entries",
    METADATA,
    Column("room", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("room", "seq"),
)

PLACES = Table(
    "places",
    METADATA,
    Column("room", Text, nullable=False),
    Column("player", Integer, nullable=False),
    Column("person", Text, nullable=False),
    PrimaryKeyConstraint("room", "player", "person"),
    Index("ix_places_person", "person"),
)

DEALS = Table(
    "deals",
    METADATA,
    Column("room", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("rules_key", Text, nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("room", "number"),
    Index("ix_deals_rules_key", "rules_key", "at"),
)

TALLIES = Table(
    "tallies",
    METADATA,
    Column("room", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("room", "person"),
    Index("ix_tallies_person", "person"),
)

PERSONS = Table(
    "persons",
    METADATA,
    Column("id", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("login", Text),
    Column("password", Text),
    Column("is_bot", Boolean, nullable=False, server_default=false()),
    Column("factor", Double, nullable=False, server_default=text("1")),
    Column("owner", Text),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("login"),
    Index("ix_persons_owner", "owner"),
)

API_TOKENS = Table(
    "api_tokens",
    METADATA,
    Column("digest", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    PrimaryKeyConstraint("digest"),
    Index("ix_api_tokens_person", "person"),
)

LEASES = Table(
    "leases",
    METADATA,
    Column("room", Text, nullable=False),
    Column("process", Text, nullable=False),
    Column("expires", BigInteger, nullable=False),
    PrimaryKeyConstraint("room"),
)

SECRETS = Table(
    "secrets",
    METADATA,
    Column("name", Text, nullable=False),
    Column("value", Text, nullable=False),
    PrimaryKeyConstraint("name"),
)

__all__ = [
    "API_TOKENS",
    "DEALS",
    "ENTRIES",
    "LEASES",
    "METADATA",
    "PERSONS",
    "PLACES",
    "ROOMS",
    "SECRETS",
    "TALLIES",
]
