"""The group of moderators, with the rights to see people and reports and to judge."""

from django.db import migrations

RIGHTS = {
    "player": ("view",),
    "report": ("view",),
    "judgement": ("view", "add"),
    "invitation": ("view", "add"),
}


def make_group(apps, schema_editor):
    types, rights = apps.get_model("contenttypes", "ContentType"), apps.get_model("auth", "Permission")
    group, _ = apps.get_model("auth", "Group").objects.get_or_create(name="moderators")
    for model, verbs in RIGHTS.items():
        of, _ = types.objects.get_or_create(app_label="club", model=model)
        for verb in verbs:
            # Django makes the rights after all migrations, and keeps those that are there.
            right, _ = rights.objects.get_or_create(
                content_type=of, codename=f"{verb}_{model}", defaults={"name": f"Can {verb} {model}"}
            )
            group.permissions.add(right)


class Migration(migrations.Migration):

    dependencies = [
        ("club", "0006_members_of_before"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.RunPython(make_group, migrations.RunPython.noop),
    ]
