"""Scripts of a page, with whatever they import asked for at once."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from club.modules import imported_by

register = template.Library()


@register.simple_tag
def module(name: str, *later: str) -> SafeString:
    """The script element of that module, `js/table.js`, and hints at all it imports; `later` are modules that it loads
    by itself on this page. Without the hints each level of imports would cost a round trip."""
    needed = dict.fromkeys(part for root in (name, *later) for part in (*imported_by(root), *later) if part != name)
    hints = format_html_join("\n  ", '<link rel="modulepreload" href="{}">', ((static(part),) for part in needed))
    return format_html('{}\n  <script type="module" src="{}"></script>', hints, static(name))
