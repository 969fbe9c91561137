"""What a page hands to its passkey module."""

import json

from django import template
from django.core.serializers.json import DjangoJSONEncoder

register = template.Library()


@register.filter
def as_json(options: object) -> str:
    """As an attribute holds it: a page has no script inside, not even one that only holds values."""
    return json.dumps(options, cls=DjangoJSONEncoder)
