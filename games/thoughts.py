"""A thought: one small question for the thinking process, and what is done with its answer."""

from collections.abc import Callable
from dataclasses import dataclass

from games.analysis.questions import Answer, Question
from games.tables import Told


@dataclass(frozen=True, slots=True)
class Thought:
    """`keep` and `died` are called in the writer's transaction, each looking at the database as it is then: the same
    thought may have been thought twice. `keep` gives the views that changed by it, to be announced after the commit;
    `died` counts that the process died of it, and gives up after the third time."""

    # Names what is thought about, such as "house 17/4"; equal for the same thought asked again.
    about: str
    question: Question
    keep: Callable[[Answer], list[Told]]
    died: Callable[[], None]


# How often a process may die of one thought.
DEATHS = 3
