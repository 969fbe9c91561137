"""Whoever had joined before there was anything to approve is a member, and their names have looks."""

from django.db import migrations
from django.db.models import F

from club.names import skeleton


def let_in(apps, schema_editor):
    player = apps.get_model("club", "Player")
    player.objects.filter(joined_at__isnull=False).update(approved_at=F("joined_at"))
    for one in player.objects.filter(name__isnull=False, name_skeleton="").iterator():
        player.objects.filter(pk=one.pk).update(name_skeleton=skeleton(one.name))


class Migration(migrations.Migration):

    dependencies = [
        ("club", "0005_people"),
    ]

    operations = [
        migrations.RunPython(let_in, migrations.RunPython.noop, elidable=True),
    ]
