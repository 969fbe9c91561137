"""Each piece of an analysis becomes a row of its own. `found` stays: the version before still writes to it."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def copy_found(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    Analysis = apps.get_model("games", "Analysis")
    AnalysisPiece = apps.get_model("games", "AnalysisPiece")
    for analysis_id, found in Analysis.objects.values_list("pk", "found").iterator():
        AnalysisPiece.objects.bulk_create(
            AnalysisPiece(analysis_id=analysis_id, n=n, found=piece) for n, piece in enumerate(found)
        )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0008_learning"),
    ]

    operations = [
        migrations.CreateModel(
            name="AnalysisPiece",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("n", models.PositiveSmallIntegerField()),
                ("found", models.JSONField()),
                (
                    "analysis",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="kept",
                        to="games.analysis",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("analysis", "n"), name="analysis_piece_once")],
            },
        ),
        migrations.RunPython(copy_found, migrations.RunPython.noop),
    ]
