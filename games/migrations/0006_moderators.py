"""Moderators see matches and what belongs to them, as far as anybody does."""

from django.db import migrations

SEEN = ("deal", "match", "series", "seat", "move", "turn")


def let_them_see(apps, schema_editor):
    types, rights = apps.get_model("contenttypes", "ContentType"), apps.get_model("auth", "Permission")
    group, _ = apps.get_model("auth", "Group").objects.get_or_create(name="moderators")
    for model in SEEN:
        of, _ = types.objects.get_or_create(app_label="games", model=model)
        right, _ = rights.objects.get_or_create(
            content_type=of, codename=f"view_{model}", defaults={"name": f"Can view {model}"}
        )
        group.permissions.add(right)


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0005_afterwords"),
        ("club", "0007_moderators"),
    ]

    operations = [
        migrations.RunPython(let_them_see, migrations.RunPython.noop),
    ]
