"""What is really asked of the database, and how the database says it finds the answer."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from django.db import connection

# An alias in Django's SQL stands behind its table: `"games_seat" U0`, `"games_seat" AS T4`.
ALIASES = re.compile(r'(?:FROM|JOIN|UPDATE)\s+"?(\w+)"?\s+(?:AS\s+)?"?([A-Z]+\d+)"?')
SQLITES_READ = re.compile(r"(SCAN|SEARCH) (\w+)(?: .*?INDEX (\w+))?")
EXPLAINED = ("SELECT", "UPDATE", "DELETE")

type Parameters = list[Any]
# Any: Django passes on whatever the cursor was given.
type Execute = Callable[[str, Any, bool, dict[str, Any]], Any]


@dataclass(frozen=True, slots=True)
class Read:
    """One table read in one way. `narrowed`: a part of it, looked up in the index; else from end to end."""

    table: str
    index: str | None
    narrowed: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """One statement, without its values, and the reads it takes."""

    sql: str
    reads: list[Read]

    @classmethod
    def of_json(cls, told: dict[str, Any]) -> "Asked":
        return cls(told["sql"], [Read(**read) for read in told["reads"]])


class Listener:
    """Put among a connection's `execute_wrappers`, it keeps what is asked."""

    def __init__(self) -> None:
        self.heard: dict[str, Parameters] = {}

    def __call__(self, execute: Execute, sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        if sql.lstrip("( ").startswith(EXPLAINED) and not many:
            self.heard.setdefault(sql, list(params or ()))
        return execute(sql, params, many, context)

    def take(self) -> dict[str, Parameters]:
        """Each different statement since the last time, with the values it had first."""
        heard, self.heard = self.heard, {}
        return heard


def explained(heard: dict[str, Parameters]) -> list[Asked]:
    """How the database would find the answers now. Runs none of the statements."""
    reads = _reads_of_postgres if connection.vendor == "postgresql" else _reads_of_sqlite
    return [Asked(sql, list(reads(sql, params))) for sql, params in heard.items()]


def as_json(asked: dict[str, list[Asked]]) -> str:
    return json.dumps({area: [asdict(one) for one in some] for area, some in asked.items()})


def _reads_of_sqlite(sql: str, params: Parameters) -> Iterator[Read]:
    tables: dict[str, str] = {alias: table for table, alias in ALIASES.findall(sql)}
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
        for *_, line in cursor.fetchall():
            if found := SQLITES_READ.match(line):
                name: str = found[2]
                yield Read(tables.get(name, name), found[3], found[1] == "SEARCH")


def _reads_of_postgres(sql: str, params: Parameters) -> Iterator[Read]:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", params)
        [[plan]] = cursor.fetchall()
    yield from _reads_below(plan[0]["Plan"])


def _reads_below(node: dict[str, Any]) -> Iterator[Read]:
    below = node.get("Plans", [])
    if node["Node Type"] == "Bitmap Heap Scan":
        # The index is named by the nodes that make the bitmap.
        for index in _bitmaps(below):
            yield Read(node["Relation Name"], index["Index Name"], "Index Cond" in index)
    elif node["Node Type"].endswith("Scan") and "Relation Name" in node:
        yield Read(node["Relation Name"], node.get("Index Name"), "Index Cond" in node or "TID Cond" in node)
    for inner in below:
        yield from _reads_below(inner)


def _bitmaps(nodes: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for node in nodes:
        if node["Node Type"] == "Bitmap Index Scan":
            yield node
        else:
            yield from _bitmaps(node.get("Plans", []))
