"""Static files under names that carry a fingerprint of their content, so that browsers may keep them for good."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class FingerprintedStatic(CompressedManifestStaticFilesStorage):
    """Rewrites the imports between the ES modules too, since a page loads them by those names."""

    support_js_module_import_aggregation = True
