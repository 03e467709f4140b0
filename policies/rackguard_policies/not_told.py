"""What a rule says where the graph's source keeps an option to itself that the rule goes by."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject

NOT_JUDGED = "not judged here"


def not_told(subject: Subject, options: tuple[str, ...]) -> str:
    """Why nothing can be judged by these options; empty where the source tells them."""
    missing = [option for option in options if option in subject.graph.untold]
    return f"{NOT_JUDGED}: this source doesn't tell the option {missing[0]}" if missing else ""
