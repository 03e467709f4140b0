"""URNs: `urn:pulumi:STACK::PROJECT::PARENT$TYPE::NAME`, where the types of all parents come before the type."""

from __future__ import annotations

from rackguard.graph.graph import STACK


def make(stack: str, project: str, parent: str, type_: str, name: str) -> str:
    """The URN that the engine gives; `parent` is a URN, or empty for none.

    The stack itself is no part of its children's type.
    """
    around = qualified_type(parent) if parent else ""
    qualified = f"{around}${type_}" if around not in ("", STACK) else type_
    return f"urn:pulumi:{stack}::{project}::{qualified}::{name}"


def qualified_type(urn: str) -> str:
    """The types of a URN, outermost first, joined by `$`."""
    return urn.split("::", 3)[2]


def name_of(urn: str) -> str:
    """The logical name, which may hold `::` itself."""
    return urn.split("::", 3)[3]


def is_urn(text: object) -> bool:
    """True for text in the form of a URN."""
    parts = text.split("::", 3) if isinstance(text, str) else []
    return len(parts) == 4 and parts[0].startswith("urn:pulumi:") and all(parts)


def stack_and_project(urn: str) -> tuple[str, str]:
    """The stack and the project that a URN belongs to."""
    stack, project, _, _ = urn.split("::", 3)
    return stack.removeprefix("urn:pulumi:"), project
