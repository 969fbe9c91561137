"""The words of scripts, for pages whose scripts speak."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from club import script_words as kept

register = template.Library()


@register.simple_tag
def script_words() -> SafeString | str:
    """The script element with the words of the reader's language; nothing where scripts speak it by themselves."""
    address = kept.address(get_language() or "")
    return format_html('<script src="{}" defer></script>', address) if address else ""
