"""The components' reference: what each builds, its arguments and outputs.

It is read from their source, not imported: who makes the documentation needs no provider's library.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping
from pathlib import Path

import rackguard.aws

FOLDER = Path(rackguard.aws.__file__).parent
SHARED = "PartArgs"
"""What all parts take that can be used alone; it has a table of its own."""
WORDS = {"str": "text", "int": "whole number", "float": "number", "bool": "`true` or `false`"}
KEPT = ("pulumi.Output", "Output")
OR_OUTPUT = ", or an output"

Classes = Mapping[str, ast.ClassDef]


def lines() -> Iterator[str]:
    """A section for each component: those that a program imports, in their order, then those inside of them."""
    made, arguments = components(), classes(FOLDER / "args")
    public = rackguard.aws.__all__
    for name in ["GpuCluster", *(name for name in public if name != "GpuCluster")]:
        yield from _section(made[name], arguments)
    yield from ("## What every part takes", "", _docstring(arguments[SHARED]), "")
    yield from _arguments(_fields(SHARED, arguments))
    yield from (
        "",
        "## Inside of others",
        "",
        "Their types are seen in previews; they are made by no program directly.",
    )
    for name in sorted(made.keys() - set(public)):
        yield from ("", f"### `{name}`", "", *_introduction(made[name]), *_outputs(made[name]))


def components() -> dict[str, ast.ClassDef]:
    """Every class of a component by its name."""
    return {
        name: found
        for name, found in classes(FOLDER).items()
        if any(ast.unparse(base).endswith("ComponentResource") for base in found.bases)
    }


def classes(folder: Path) -> dict[str, ast.ClassDef]:
    """The classes of a folder's modules."""
    return {
        node.name: node
        for file in sorted(folder.glob("*.py"))
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
    }


def token_of(component: ast.ClassDef) -> str:
    """The type that its resources have: the text that its constructor hands to Pulumi's."""
    (found,) = (
        node.value
        for node in ast.walk(component)
        if isinstance(node, ast.Constant) and str(node.value).startswith("rackguard-aws:")
    )
    return str(found)


def _section(component: ast.ClassDef, arguments: Classes) -> Iterator[str]:
    yield from (f"## `{component.name}`", "", *_introduction(component))
    taken = _arguments_class(component)
    own = _fields(taken, arguments)
    words = _docstring(arguments[taken])
    if _is_part(taken, arguments):
        beside = "and these" if own else "and nothing else"
        words = f"{words} It takes [what every part takes](#what-every-part-takes), {beside}."
    yield from (f"**Arguments**, `{taken}`. {words}", "")
    if own:
        yield from (*_arguments(own), "")
    yield from (*_outputs(component), "")


def _introduction(component: ast.ClassDef) -> Iterator[str]:
    yield from (_docstring(component), "", f"Type: `{token_of(component)}`", "")


def _arguments(fields: Mapping[str, tuple[ast.expr, str]]) -> Iterator[str]:
    yield from ("| argument | value | what it is |", "| --- | --- | --- |")
    for name, (annotation, words) in fields.items():
        optional = isinstance(annotation, ast.Subscript) and ast.unparse(annotation.value) == "NotRequired"
        inner = annotation.slice if isinstance(annotation, ast.Subscript) and optional else annotation
        value = f"{value_words(inner, name)}{'; optional' if optional else ''}"
        yield _row(f"`{name}`", value, words)


def _outputs(component: ast.ClassDef) -> Iterator[str]:
    yield from ("**Outputs**", "", "| output | value | what it is |", "| --- | --- | --- |")
    for name, (annotation, words) in annotated(component).items():
        yield _row(f"`{name}`", value_words(annotation, name), words)


def _row(*cells: str) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _fields(name: str, arguments: Classes) -> dict[str, tuple[ast.expr, str]]:
    """The fields of a class of arguments with those of its bases, but for what every part takes."""
    found: dict[str, tuple[ast.expr, str]] = {}
    for base in map(ast.unparse, arguments[name].bases):
        if base in arguments and base != SHARED:
            found |= _fields(base, arguments)
    return found | annotated(arguments[name])


def _is_part(name: str, arguments: Classes) -> bool:
    return SHARED in map(ast.unparse, arguments[name].bases)


def _arguments_class(component: ast.ClassDef) -> str:
    (constructor,) = (node for node in component.body if isinstance(node, ast.FunctionDef) and node.name == "__init__")
    (annotation,) = (given.annotation for given in constructor.args.args if given.arg == "args")
    assert annotation
    return ast.unparse(annotation)


def annotated(found: ast.ClassDef) -> dict[str, tuple[ast.expr, str]]:
    """A class's annotated names with what the text below each says.

    Raises:
        SystemExit: where one has no text.
    """
    fields: dict[str, tuple[ast.expr, str]] = {}
    for node, below in zip(found.body, [*found.body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            text = below.value if isinstance(below, ast.Expr) else None
            if not (isinstance(text, ast.Constant) and isinstance(text.value, str)):
                raise SystemExit(f"{found.name}.{node.target.id} has no documentation")
            fields[node.target.id] = (node.annotation, " ".join(text.value.split()))
    return fields


def value_words(annotation: ast.expr, name: str) -> str:
    """An annotation in words: `NotRequired` and `Output` are left to the table; `name` leads to the stack file."""
    if isinstance(annotation, ast.BinOp):  # `| None`
        return f"{value_words(annotation.left, name)}, or none"
    if not isinstance(annotation, ast.Subscript):
        kind = ast.unparse(annotation)
        return WORDS.get(kind) or _link(name, "")
    outer, inner = ast.unparse(annotation.value), annotation.slice
    if outer in KEPT:
        return value_words(inner, name)
    if outer == "Input":
        words = value_words(inner, name)
        return f"{words}, as a whole or each" if words.endswith(OR_OUTPUT) else words + OR_OUTPUT
    item = inner.elts[1] if isinstance(inner, ast.Tuple) else inner
    suffix = ".NAME" if isinstance(inner, ast.Tuple) else "[]"
    word = _link(name, suffix) if _is_model(item) else value_words(item, name)
    return f"{'map of names to' if suffix == '.NAME' else 'list of'} {word}"


def _is_model(annotation: ast.expr) -> bool:
    return isinstance(annotation, ast.Name) and annotation.id not in WORDS


def _link(name: str, suffix: str) -> str:
    """To the section of a key in the stack file's reference."""
    anchor = "".join(char for char in (name + suffix).lower() if char.isalnum() or char in "_-")
    return f"[`{name}{suffix}`](stack-file.md#{anchor})"


def _docstring(found: ast.ClassDef) -> str:
    """Its paragraphs, each in one line."""
    paragraphs = inspect.cleandoc(ast.get_docstring(found) or "").split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)
