"""Pulumi's Analyzer protocol over the rules.

The protocol is spoken here and not by way of `pulumi_policy`, which builds the whole stack again for each policy,
hands rules the text of secrets, ends a policy at the first value that isn't known, and has one level a policy. Here a
stack is read and judged once, and every rule is a policy of its own to the engine.
"""

from __future__ import annotations

import os
import sys
import traceback
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NoReturn

import grpc
from google.protobuf import empty_pb2

from rackguard_policies.bridge.information import (
    LEVELS,
    SEVERITIES,
    level_of,
    pack_name,
    read_information,
    unconfigured,
)
from rackguard_policies.bridge.protocol import analyzer_pb2, analyzer_pb2_grpc, plugin_pb2
from rackguard_policies.bridge.settings import Given, InvalidSettings, Settings, settings_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from rackguard_policies.bridge.ready import Ready
    from rackguard_policies.bridge.violations import Pricing, Violation
    from rackguard_policies.packs import Pack


class Analyzer(analyzer_pb2_grpc.AnalyzerServicer):
    """Judges one stack by a pack's rules."""

    def __init__(
        self,
        read: Callable[[], Future[Ready]],
        version: str,
        pricing: Pricing | None = None,
        remembered: bytes | None = None,
    ) -> None:
        """`read` begins to read the pack where nobody has; what is `remembered` of it isn't waited for.

        `pricing` works out what a stack costs, for rules that ask.
        """
        self._read, self._version, self._pricing = read, version, pricing
        self._remembered = read_information(remembered)
        self._settings = Settings()
        self._declared: dict[str, Any] = {}
        self._stack = self._project = ""
        self._dry_run = os.environ.get("PULUMI_DRY_RUN") == "true"  # what the engine says later counts

    @property
    def _pack(self) -> Pack:
        return self._read().result().pack

    def Handshake(self, request: Any, context: Any) -> Any:
        """Nothing is asked of the engine."""
        return analyzer_pb2.AnalyzerHandshakeResponse()

    def GetPluginInfo(self, request: Any, context: Any) -> Any:
        """The version."""
        return plugin_pb2.PluginInfo(version=self._version)

    def GetAnalyzerInfo(self, request: Any, context: Any) -> Any:
        """The rules."""
        return self._remembered or read_information(self._read().result().told)

    def ConfigureStack(self, request: Any, context: Any) -> Any:
        """A new stack, of which nothing is known."""
        self._stack, self._project, self._dry_run = request.stack, request.project, request.dry_run
        self._declared = {}
        return analyzer_pb2.AnalyzerStackConfigureResponse()

    def Configure(self, request: Any, context: Any) -> Any:
        """Levels and parameters; refused where they name what isn't there."""
        if self._remembered and request == unconfigured(self._remembered):
            self._settings = Settings()
            self._read()
            return empty_pb2.Empty()
        from rackguard.graph.analyzer import values_of

        given = {
            policy: Given(level_of(config.enforcementLevel), values_of(config.properties))
            for policy, config in sorted(request.policyConfig.items())
        }
        try:
            self._settings = settings_of(self._pack, given)
        except InvalidSettings as error:
            _refuse(context, grpc.StatusCode.INVALID_ARGUMENT, str(error))
        return empty_pb2.Empty()

    def Analyze(self, request: Any, context: Any) -> Any:
        """Keep what a resource is declared as: judging waits for the whole stack."""
        self._declared[request.urn] = request
        return analyzer_pb2.AnalyzeResponse()

    def Remediate(self, request: Any, context: Any) -> Any:
        """Change nothing: what a pack adds lasts only as long as the pack is given."""
        return analyzer_pb2.RemediateResponse()

    def AnalyzeStack(self, request: Any, context: Any) -> Any:
        """Judge the stack."""
        try:
            found = self._judged(request.resources)
        except Exception as error:  # noqa: BLE001 (of an error's words, which may hold a value, nothing is told)
            place = traceback.extract_tb(sys.exc_info()[2])[-1]
            words = f"the stack can't be judged: {type(error).__name__} in {place.name}, line {place.lineno}"
            _refuse(context, grpc.StatusCode.INTERNAL, f"{pack_name(self._pack)} {self._version}: {words}")
        return analyzer_pb2.AnalyzeResponse(diagnostics=[self._diagnostic(each) for each in found])

    def Cancel(self, request: Any, context: Any) -> Any:
        """There is nothing to be undone."""
        return empty_pb2.Empty()

    def _judged(self, resources: Any) -> list[Violation]:
        from rackguard.catalog.catalog import load
        from rackguard.graph import analyzer
        from rackguard_policies.bridge.violations import violations

        graph = analyzer.read(resources, self._declared, self._stack, self._project)
        today = datetime.now(UTC).date()
        return violations(graph, self._pack, self._settings, load(), today, self._pricing, dry_run=self._dry_run)

    def _diagnostic(self, violation: Violation) -> Any:
        return analyzer_pb2.AnalyzeDiagnostic(
            policyName=violation.policy,
            policyPackName=pack_name(self._pack),
            policyPackVersion=self._version,
            description=violation.description,
            message=violation.message,
            urn=violation.urn,
            enforcementLevel=LEVELS[violation.level],
            severity=SEVERITIES[violation.severity],
        )


def _refuse(context: Any, code: Any, message: str) -> NoReturn:
    context.abort(code, message)
    raise AssertionError(message)  # abort raises
