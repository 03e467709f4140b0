"""What a pack tells the engine of itself: every rule as a policy of its own, with its level and its parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from google.protobuf.message import DecodeError

from rackguard_policies.bridge.protocol import analyzer_pb2
from rackguard_policies.bridge.settings import DEFAULT, Level
from rackguard_policies.exception_checks import CHECKS

if TYPE_CHECKING:
    from rackguard_policies.exception_checks import Check
    from rackguard_policies.packs import Pack
    from rackguard_policies.rule import Rule, Severity

LEVELS: dict[Level, analyzer_pb2.EnforcementLevel.ValueType] = {
    "advisory": analyzer_pb2.ADVISORY,
    "mandatory": analyzer_pb2.MANDATORY,
    "disabled": analyzer_pb2.DISABLED,
}
SEVERITIES: dict[Severity, analyzer_pb2.PolicySeverity.ValueType] = {
    "low": analyzer_pb2.POLICY_SEVERITY_LOW,
    "medium": analyzer_pb2.POLICY_SEVERITY_MEDIUM,
    "high": analyzer_pb2.POLICY_SEVERITY_HIGH,
    "critical": analyzer_pb2.POLICY_SEVERITY_CRITICAL,
}


def level_of(number: int) -> Level:
    """A level of the protocol; nothing is changed by these rules, so that `remediate` is `mandatory`."""
    found: list[Level] = [level for level, known in LEVELS.items() if known == number]
    return found[0] if found else "mandatory"


def pack_name(pack: Pack) -> str:
    """What the engine calls a pack."""
    return f"rackguard-{pack.name}"


def information(pack: Pack, version: str) -> Any:
    """The `AnalyzerInfo` of a pack."""
    info = analyzer_pb2.AnalyzerInfo(name=pack_name(pack), version=version, supportsConfig=True)
    info.policies.extend(_policy(each, pack) for each in (*pack.rules, *CHECKS))
    return info


def read_information(told: bytes | None) -> Any:
    """An `AnalyzerInfo` as it was written; None for what is none, or tells of no rule."""
    try:
        info = analyzer_pb2.AnalyzerInfo.FromString(told or b"")
    except DecodeError:
        return None
    return info if info.policies else None


def unconfigured(info: Any) -> Any:
    """What the engine asks for where a user configures nothing: the levels and parameters that a pack has told."""
    request = analyzer_pb2.ConfigureAnalyzerRequest()
    for policy in info.policies:
        config = request.policyConfig[policy.name]
        config.enforcementLevel = policy.enforcementLevel
        config.properties.SetInParent()
        for name, schema in policy.configSchema.properties.fields.items():
            config.properties.fields[name].CopyFrom(schema.struct_value.fields["default"])
    return request


def _policy(about: Rule | Check, pack: Pack) -> Any:
    policy = analyzer_pb2.PolicyInfo(
        name=about.id,
        displayName=about.title,
        description=f"{about.title}. {about.why}",
        policy_type=analyzer_pb2.POLICY_TYPE_STACK,
        enforcementLevel=LEVELS[DEFAULT],
        severity=SEVERITIES[about.severity],
        remediation_steps=about.fix,
    )
    for name, parameter in getattr(about, "parameters", {}).items():
        schema = {**parameter.schema, "default": parameter.default, "description": parameter.words}
        policy.configSchema.properties.update({name: schema})
    _name_controls(policy.framework, about.id, pack)
    return policy


def _name_controls(field: Any, rule: str, pack: Pack) -> None:
    """The protocol has one framework a policy: several are told in its fields one after the other, in one order."""
    controls = {each.id: each.controls_of(rule) for each in pack.frameworks}
    asking = [each for each in pack.frameworks if controls[each.id]] or pack.frameworks
    field.name = "; ".join(each.title for each in asking)
    field.version = "; ".join(each.as_of for each in asking)
    field.reference = "; ".join(each.source for each in asking)
    told = (", ".join(control.id for control in controls[each.id]) for each in asking)
    field.specification = "; ".join(filter(None, told))
