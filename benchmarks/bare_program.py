"""The plain program that makes the same resources as a graph: the least that any plan by the same provider takes.

    python benchmarks/bare_program.py stacks/Pulumi.dev.yaml bare.py --as-the-command

It calls the same classes with the same values, written out; what is unknown in the graph is another resource's id. Of
a resource's options it has the parent alone, which makes it a little faster than a program that is complete.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rackguard.cli.evaluate import evaluate, moment
from rackguard.graph.graph import STACK
from rackguard.graph.resource import UNKNOWN

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource

SERVICES = "# services"
"""Where the import of the provider's services stands."""

FRAME = f"""import asyncio
import logging

import pulumi
import pulumi_aws
from google.protobuf import empty_pb2
{SERVICES}
from pulumi.runtime import Settings, configure, run_in_stack
from pulumi.runtime.mocks import MockEngine, MockMonitor, Mocks
from pulumi.runtime.proto import resource_pb2


class NoMocks(Mocks):
    def call(self, args):
        raise NotImplementedError

    def new_resource(self, args):
        raise NotImplementedError


class Recorder(MockMonitor):
    def __init__(self):
        super().__init__(NoMocks())
        self.taken = []

    def RegisterResource(self, request):
        urn = f"urn:pulumi:bare::bare::{{request.type}}::{{request.name}}"
        self.taken.append((urn, request.object))
        return resource_pb2.RegisterResourceResponse(urn=urn, id="", object=request.object)

    def RegisterResourceOutputs(self, request):
        return empty_pb2.Empty()


def run():
    recorder = Recorder()
    engine = MockEngine(logging.getLogger("bare"))
    configure(Settings(project="bare", stack="bare", monitor=recorder, engine=engine, dry_run=True))
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    loop.run_until_complete(run_in_stack(program))
    print(len(recorder.taken))


"""

AS_IT_IS = "run()\n"
AS_THE_COMMAND = "import os, sys\nrun()\nsys.stdout.flush()\nos._exit(0)\n"
COLLECTOR_OFF = "import gc\ngc.disable()\n"


def whole_program(graph: Graph, *, as_the_command: bool) -> str:
    """A program that prints how many resources it made, with the command's collector and exit or Python's own."""
    names = _services(graph)
    frame = FRAME.replace(SERVICES, f"from pulumi_aws import {names}" if names else "")
    if as_the_command:
        return f"{COLLECTOR_OFF}{frame}{program(graph)}\n\n{AS_THE_COMMAND}"
    return f"{frame}{program(graph)}\n\n{AS_IT_IS}"


def module(graph: Graph) -> str:
    """The same for Pulumi's engine: a module with a function `program`."""
    return f"import pulumi\nimport pulumi_aws\nfrom pulumi_aws import {_services(graph)}\n\n\n{program(graph)}\n"


def _services(graph: Graph) -> str:
    return ", ".join(sorted({_service(one) for one in graph.resources if _is_of_aws(one)}))


def program(graph: Graph) -> str:
    """A function `program` that makes the graph's resources, in their order."""
    names: dict[str, str] = {}
    lines = ["def program():"]
    for number, one in enumerate(graph.resources):
        if one.type != STACK:
            lines.append(f"    r{number} = {_call(one, names)}")
            names[one.urn] = f"r{number}"
    return "\n".join(lines)


def _call(one: Resource, names: dict[str, str]) -> str:
    parent = f"parent={names[one.parent]}" if one.parent in names else ""
    options = f"opts=pulumi.ResourceOptions({parent})"
    values = {key: _value(one, key, names) for key in one.inputs}
    if not one.custom:
        inputs = ", ".join(f"{key!r}: {value}" for key, value in values.items())
        return f"pulumi.ComponentResource({one.type!r}, {one.name!r}, {{{inputs}}}, {options})"
    named = [f"{_python_name(key)}={value}" for key, value in values.items()]
    return f"{_class(one)}({', '.join([repr(one.name), *named, options])})"


def _class(one: Resource) -> str:
    if one.type == "pulumi:providers:aws":
        return "pulumi_aws.Provider"
    name = one.type.rpartition(":")[2]
    return f"{_service(one)}.{name}" if _is_of_aws(one) else f"pulumi.{name}"


def _is_of_aws(one: Resource) -> bool:
    return one.type.startswith("aws:")


def _service(one: Resource) -> str:
    """`ec2` of `aws:ec2/vpc:Vpc`."""
    return one.type.split(":")[1].partition("/")[0]


def _python_name(key: str) -> str:
    return re.sub("(?=[A-Z])", "_", key).lower()


def _value(one: Resource, key: str, names: dict[str, str]) -> str:
    sources = [names[urn] for urn in one.property_dependencies.get(key, ()) if urn in names]
    unknown = f"{(sources or list(names.values()))[0]}.id" if names else "None"
    value = one.inputs[key]
    if one.type.startswith("pulumi:providers:") and value.startswith(("[", "{", "true", "false")):
        value = json.loads(value)  # a provider's inputs are text: JSON, but for those that are text themselves
    return _written(value, unknown)


def _written(value: Any, unknown: str) -> str:
    if value is UNKNOWN:
        return unknown
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key!r}: {_written(item, unknown)}' for key, item in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(_written(item, unknown) for item in value)}]"
    return repr(value)


def main() -> None:
    """Write the program of a stack file's resources."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stack_file", type=Path)
    parser.add_argument("target", type=Path, help="the program's file")
    parser.add_argument("--as-the-command", action="store_true", help="with the command's collector and exit")
    given = parser.parse_args()
    report = evaluate(given.stack_file, moment(None))
    if report.graph is None:
        errors = "; ".join(problem.message for problem in report.problems if problem.level == "error")
        sys.exit(f"{given.stack_file} has errors: {errors}")
    given.target.write_text(whole_program(report.graph, as_the_command=given.as_the_command), encoding="utf-8")


if __name__ == "__main__":
    main()
