"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables of the first version."""
    op.create_table(
        "rooms",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("access", sa.Text, nullable=False),
        sa.Column("code", sa.Text),
        sa.Column("card", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rooms"),
        sa.UniqueConstraint("code", name="uq_rooms_code"),
    )
    op.create_index("ix_rooms_status", "rooms", ["status", "updated"])
    op.create_table(
        "entries",
        sa.Column("room", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("room", "seq", name="pk_entries"),
    )
    op.create_table(
        "places",
        sa.Column("room", sa.Text, nullable=False),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("room", "player", "person", name="pk_places"),
    )
    op.create_index("ix_places_person", "places", ["person"])
    op.create_table(
        "deals",
        sa.Column("room", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("rules_key", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("room", "number", name="pk_deals"),
    )
    op.create_index("ix_deals_rules_key", "deals", ["rules_key", "at"])
    op.create_table(
        "tallies",
        sa.Column("room", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("room", "person", name="pk_tallies"),
    )
    op.create_index("ix_tallies_person", "tallies", ["person"])
    op.create_table(
        "persons",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("login", sa.Text),
        sa.Column("password", sa.Text),
        sa.Column("is_bot", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("factor", sa.Double, nullable=False, server_default=sa.text("1")),
        sa.Column("owner", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_persons"),
        sa.UniqueConstraint("login", name="uq_persons_login"),
    )
    op.create_index("ix_persons_owner", "persons", ["owner"])
    op.create_table(
        "api_tokens",
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_api_tokens"),
    )
    op.create_index("ix_api_tokens_person", "api_tokens", ["person"])
    op.create_table(
        "leases",
        sa.Column("room", sa.Text, nullable=False),
        sa.Column("process", sa.Text, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("room", name="pk_leases"),
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_secrets"),
    )
