"""The package `rackguard-aws`: the components for programs in any of Pulumi's languages."""

from __future__ import annotations

import json
import sys
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pulumi import Output, RunError
from pulumi.errors import InputPropertiesError
from pulumi.provider import ConstructResult, Provider, main

from rackguard import aws
from rackguard.aws.wire_names import snake_case

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pulumi import ComponentResource, Inputs, ResourceOptions

NAME = "rackguard-aws"
SCHEMA = Path(__file__).with_name("package.schema.json")
"""The schema as it is reviewed, without a version; that it fits the components is a test's task, not a start's."""


class Package(Provider):
    """Makes components by their tokens, from arguments with the schema's names and numbers that are all floats.

    It starts without any library of a cloud: a component is imported when it is made.
    """

    def __init__(self, version: str = "0.0.0") -> None:
        """`version` is the distribution's, and that of the tag by which others fetch the plugin."""
        self._schema: dict[str, Any] = {**json.loads(SCHEMA.read_text(encoding="utf-8")), "version": version}
        super().__init__(version, json.dumps(self._schema))

    def construct(
        self, name: str, resource_type: str, inputs: Inputs, options: ResourceOptions | None = None
    ) -> ConstructResult:
        """Make a component; its URN is known once its arguments are found right, and its provider the declared one.

        The URN raises InputPropertiesError, which the engine shows without a traceback, with every problem there is.
        """
        shape = self._schema["resources"].get(resource_type)
        if shape is None:
            made = ", ".join(token.rpartition(":")[2] for token in self._schema["resources"])
            raise InputPropertiesError(f"{resource_type} is no component of {NAME}, which has {made}", [])
        component = Output.from_input(self._made(name, resource_type, inputs, options))
        return ConstructResult(
            component.apply(lambda made: made.urn),
            {key: component.apply(_output(snake_case(key))) for key in shape["properties"]},
        )

    async def _made(
        self, name: str, token: str, inputs: Mapping[str, Any], options: ResourceOptions | None
    ) -> ComponentResource:
        from rackguard.aws.checks import IN_WORDS
        from rackguard.aws.destination import held
        from rackguard.aws.known_inputs import known
        from rackguard.aws.reading import InvalidArguments
        from rackguard.aws.schema_words import in_schema_words, quoted
        from rackguard.aws.wire_names import in_python

        shape, types = {"properties": self._schema["resources"][token]["inputProperties"]}, self._schema["types"]
        args, problems = in_python(await known(inputs, shape, types), shape, types)
        if problems:
            raise _refusal(InvalidArguments(name, problems))
        IN_WORDS.set(in_schema_words)  # in this task alone
        try:
            made = getattr(aws, token.rpartition(":")[2])(name, args, options)
            await held(made)
        except InvalidArguments as refused:
            raise _refusal(InvalidArguments(name, map(in_schema_words, refused.problems))) from refused
        except RunError as refused:
            raise _refusal(RunError(quoted(str(refused), of_keys=True))) from refused
        return made


def _output(name: str) -> Callable[[ComponentResource], Any]:
    return lambda made: getattr(made, name)


def _refusal(refused: RunError) -> InputPropertiesError:
    """The error, which the engine shows after the name; beside a property that is named apart it shows the value."""
    return InputPropertiesError(str(refused).partition(": ")[2], [])


def run() -> None:
    """Serve the package to the engine that started this process, until that ends it."""
    main(Package(version("rackguard")), sys.argv[1:])
