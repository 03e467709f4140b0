"""A language host for Python, where Pulumi's own isn't there: programs, components and policy packs.

What runs is the virtual environment that Pulumi.yaml, PulumiPlugin.yaml or PulumiPolicy.yaml names, else the Python of
the host. Nothing is installed. Protocol: pulumi/language.proto.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import queue
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import grpc
from google.protobuf import empty_pb2, json_format
from pulumi.runtime.proto import language_pb2 as pb
from pulumi.runtime.proto import language_pb2_grpc, plugin_pb2
from tests.engine.language_host.installed import installed
from tests.engine.language_host.policy_pack import LARGE, PolicyPack
from tests.engine.language_host.program import SHOWN

__all__ = ["LARGE", "Host"]

_PROGRAM = Path(__file__).with_name("program.py")


def _python_of(info: Any) -> str:
    environment = json_format.MessageToDict(info.options).get("virtualenv")
    return str(Path(info.root_directory, environment, "bin", "python")) if environment else sys.executable


def _environment() -> dict[str, str]:
    """The host's own, without the path on which it found itself."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


class Host(language_pb2_grpc.LanguageRuntimeServicer):
    """Answers the engine at the address `engine`."""

    def __init__(self, engine: str) -> None:
        self._engine = engine
        self._children: set[subprocess.Popen[Any]] = set()

    def kill(self) -> None:
        """End what runs, and wait for it: what it took counts as the host's only then."""
        children = list(self._children)
        for child in children:
            child.kill()
        for child in children:
            child.wait()

    def Handshake(self, request: Any, context: Any) -> Any:  # noqa: N802 (Pulumi's names)
        self._engine = request.engine_address or self._engine
        return pb.LanguageHandshakeResponse()

    def GetPluginInfo(self, request: Any, context: Any) -> Any:  # noqa: N802
        return plugin_pb2.PluginInfo(version=importlib.metadata.version("pulumi"))

    def GetRequiredPackages(self, request: Any, context: Any) -> Any:  # noqa: N802
        packages = [
            plugin_pb2.PackageDependency(
                name=plugin.get("name") or name.removeprefix("pulumi-").removeprefix("pulumi_"),
                kind="resource",
                version=plugin.get("version") or version,
                server=plugin.get("server", ""),
            )
            for name, (version, plugin) in installed(_python_of(request.info)).items()
            if plugin.get("resource")
        ]
        return pb.GetRequiredPackagesResponse(packages=packages)

    def GetProgramDependencies(self, request: Any, context: Any) -> Any:  # noqa: N802
        found = sorted((name, version) for name, (version, _) in installed(_python_of(request.info)).items())
        listed = [pb.DependencyInfo(name=name, version=version) for name, version in found]
        return pb.GetProgramDependenciesResponse(dependencies=listed)

    def About(self, request: Any, context: Any) -> Any:  # noqa: N802
        return pb.AboutResponse(executable=_python_of(request.info), version=sys.version.split()[0])

    def InstallDependencies(self, request: Any, context: Any) -> Iterator[Any]:  # noqa: N802
        yield pb.InstallDependenciesResponse()

    def RuntimeOptionsPrompts(self, request: Any, context: Any) -> Any:  # noqa: N802
        return pb.RuntimeOptionsResponse()

    def GeneratePackage(self, request: Any, context: Any) -> Any:  # noqa: N802
        """Pulumi's generator of Python SDKs exists in Go alone."""
        tool = shutil.which("pulumi-python-codegen")
        if not tool:
            context.abort(
                grpc.StatusCode.UNIMPLEMENTED, "pulumi-python-codegen is not on PATH: `make engine` builds it"
            )
            raise AssertionError
        command = [tool, request.directory, request.loader_target]
        run = subprocess.run(command, input=request.schema, capture_output=True, text=True, check=False)
        if run.returncode:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, run.stderr)
        return pb.GeneratePackageResponse()

    def Link(self, request: Any, context: Any) -> Any:  # noqa: N802
        told = "\n".join(f"Install it:  pip install {dependency.path}" for dependency in request.packages)
        return pb.LinkResponse(import_instructions=told)

    def Cancel(self, request: Any, context: Any) -> Any:  # noqa: N802
        for child in list(self._children):
            child.send_signal(signal.SIGINT)
        return empty_pb2.Empty()

    def Run(self, request: Any, context: Any) -> Any:  # noqa: N802
        job = {
            "program": os.path.join(request.info.program_directory, request.info.entry_point),  # noqa: PTH118
            "args": list(request.args),
            "config": dict(request.config),
            "secret_keys": list(request.configSecretKeys),
            "settings": {
                "monitor": request.monitor_address,
                "engine": self._engine,
                "project": request.project,
                "stack": request.stack,
                "organization": request.organization,
                "parallel": request.parallel,
                "dry_run": request.dryRun,
                "root_directory": request.info.root_directory,
            },
        }
        # What it prints goes to the host's own output, which the engine shows. A session of its own: the engine ends
        # the host with a signal to its group, upon which the program would print a traceback.
        child = subprocess.Popen(
            [_python_of(request.info), "-u", "-P", str(_PROGRAM)],
            cwd=request.pwd or request.info.program_directory,
            env=_environment(),
            stdin=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self._children.add(child)
        child.communicate(json.dumps(job))
        self._children.discard(child)
        if child.returncode in (0, SHOWN):
            return pb.RunResponse(bail=child.returncode == SHOWN)
        return pb.RunResponse(error=f"Program exited with code {child.returncode}")

    def RunPlugin(self, request: Any, context: Any) -> Iterator[Any]:  # noqa: N802
        where, environment = request.info.program_directory, dict(entry.split("=", 1) for entry in request.env)
        environment.pop("PYTHONPATH", None)
        pack = PolicyPack() if request.kind == "analyzer" else None
        if pack:
            yield pb.RunPluginResponse(stdout=f"{pack.port}\n".encode())
            environment |= pack.environment()
        command = ["-m", "pulumi.policy", *request.args, "."] if pack else [where, *request.args]
        child = subprocess.Popen(
            [_python_of(request.info), "-u", *command],
            cwd=where if pack else request.pwd,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self._children.add(child)
        if not context.add_callback(child.kill):  # the engine ends a plugin by ending this call
            child.kill()
        assert child.stdout
        if pack:
            pack.attach(child.stdout.readline())
        yield from _output(child)
        self._children.discard(child)
        yield pb.RunPluginResponse(exitcode=child.wait())


def _output(child: subprocess.Popen[bytes]) -> Iterator[Any]:
    """What a plugin prints, line by line, until it has closed both outputs."""
    lines: queue.Queue[dict[str, Any] | None] = queue.Queue()

    def pump(pipe: Any, name: str) -> None:
        for line in iter(pipe.readline, b""):
            lines.put({name: line})
        lines.put(None)

    for pipe, name in ((child.stdout, "stdout"), (child.stderr, "stderr")):
        Thread(target=pump, args=(pipe, name), daemon=True).start()
    for _ in range(2):
        for line in iter(lines.get, None):
            yield pb.RunPluginResponse(**line)
