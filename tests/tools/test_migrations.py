"""While a new version is put up the old one still serves: a migration only adds what the old one can live with."""

import pytest
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

# The migrations that no released version has served from: they may change what they like.
BEFORE_THE_FIRST_RELEASE = {"club": 10, "games": 8}


def spoils(operation: Operation) -> str | None:
    """What an old version would trip over, in words; None for what it does not notice."""
    if isinstance(operation, migrations.AddField):
        field = operation.field
        if field.null or field.has_db_default() or field.many_to_many:
            return None
        return f"{operation.name}: the old version stores rows without it; let it be null, or give it a db_default"
    if isinstance(operation, migrations.AddConstraint):
        if isinstance(operation.constraint, models.CheckConstraint | models.UniqueConstraint):
            return f"{operation.constraint.name}: the old version may store rows that it refuses"
        return None
    if isinstance(operation, migrations.AlterField):
        # Nothing but words for people, and wider columns, may change; which cannot be seen here.
        return f"{operation.name}: say in the migration why the old version does not notice, and add it as a new field"
    harmless = (
        migrations.CreateModel,
        migrations.AddIndex,
        migrations.RemoveConstraint,
        migrations.AlterModelOptions,
        migrations.AlterModelManagers,
        migrations.RunPython,
    )
    return None if isinstance(operation, harmless) else f"{type(operation).__name__} takes away what is in use"


def test_each_migration_since_the_first_release_only_adds() -> None:
    found = []
    for (app, name), migration in MigrationLoader(None).disk_migrations.items():
        if int(name[:4]) > BEFORE_THE_FIRST_RELEASE.get(app, 10_000):
            found += [f"{app} {name}: {said}" for said in map(spoils, migration.operations) if said]
    assert found == []


@pytest.mark.parametrize(
    "operation",
    [
        migrations.CreateModel("Shelf", [("id", models.BigAutoField(primary_key=True))]),
        migrations.AddField("Player", "shelf", models.TextField(null=True)),
        migrations.AddField("Player", "shelf", models.TextField(db_default="")),
        migrations.AddIndex("Player", models.Index("name", name="by_name")),
        migrations.RunPython(migrations.RunPython.noop),
    ],
    ids=lambda operation: type(operation).__name__,
)
def test_what_the_old_version_does_not_notice_may_be_done(operation: Operation) -> None:
    assert spoils(operation) is None


@pytest.mark.parametrize(
    "operation",
    [
        migrations.AddField("Player", "shelf", models.TextField(default="")),
        migrations.RemoveField("Player", "name"),
        migrations.RenameField("Player", "name", "called"),
        migrations.AlterField("Player", "name", models.TextField()),
        migrations.DeleteModel("Player"),
        migrations.RenameModel("Player", "Person"),
        migrations.AddConstraint("Player", models.UniqueConstraint(fields=["email"], name="one_address")),
        migrations.RemoveIndex("Player", "by_name"),
        migrations.RunSQL("DROP TABLE club_player"),
    ],
    ids=lambda operation: type(operation).__name__,
)
def test_what_the_old_version_would_trip_over_may_not(operation: Operation) -> None:
    assert spoils(operation)
