"""What is wrong with a statement that grants permissions: each fault tells what was seen, or nothing.

Only what allows is judged: a denial elsewhere may be taken away, and what is allowed then holds. A statement that
allows everything has that fault alone, or that of whole services where it names resources.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from rackguard_policies.granted import (
    grants,
    is_everything,
    is_narrowed,
    is_scoped,
    is_whole_service,
    narrows,
    writes,
)
from rackguard_policies.iam_document import every_statement

if TYPE_CHECKING:
    from rackguard_policies.iam_document import Statement
    from rackguard_policies.rule import Judge

PASS_ROLE = "iam:PassRole"  # noqa: S105 (an action)
SELF_ESCALATIONS = (
    *(f"iam:{verb}{who}Policy" for verb in ("Attach", "Put") for who in ("User", "Role", "Group")),
    *(f"iam:{verb}" for verb in ("CreatePolicyVersion", "SetDefaultPolicyVersion", "UpdateAssumeRolePolicy")),
    *(f"iam:{verb}" for verb in ("AddUserToGroup", "CreateAccessKey", "CreateLoginProfile", "UpdateLoginProfile")),
    *(f"iam:Delete{who}PermissionsBoundary" for who in ("User", "Role")),
)
"""Each lets whoever has it take any other permission."""
LAUNCHES = (
    *("ec2:RunInstances", "lambda:CreateFunction", "ecs:RunTask", "ecs:RegisterTaskDefinition"),
    *("cloudformation:CreateStack", "glue:CreateJob", "glue:CreateDevEndpoint", "batch:RegisterJobDefinition"),
    *(f"sagemaker:Create{what}" for what in ("NotebookInstance", "TrainingJob", "ProcessingJob")),
    "ssm:StartAutomationExecution",
)
"""With a role to pass on, each runs whatever one likes as that role."""
BULK_READS = (
    *("s3:GetObject", "s3:GetObjectVersion", "dynamodb:Scan", "dynamodb:Query", "ebs:GetSnapshotBlock"),
    *("ssm:GetParameter", "ssm:GetParameters", "ssm:GetParametersByPath", "ssm:GetParameterHistory"),
    *("secretsmanager:GetSecretValue", "secretsmanager:BatchGetSecretValue"),
    *("ec2:GetPasswordData", "sqs:ReceiveMessage", "sts:AssumeRole"),
)
DECRYPTIONS = ("kms:Decrypt", "kms:ReEncryptFrom", "kms:ReEncryptTo")
TRAIL_CONTROL = (
    *(f"cloudtrail:{verb}" for verb in ("StopLogging", "DeleteTrail", "UpdateTrail", "PutEventSelectors")),
    *("cloudtrail:DeleteEventDataStore", "config:StopConfigurationRecorder", "config:DeleteConfigurationRecorder"),
    *("ec2:DeleteFlowLogs", "guardduty:DeleteDetector"),
)
_OF_A_KEY = re.compile(r"kms:(?:resourcealiases|requestalias|encryptioncontext:.*)|aws:resourcetag/.*")
_MOST_SHOWN = 3

Fault = Callable[["Statement"], str]


def everything(statement: Statement) -> str:
    """Every action, or every one but a few, of every resource."""
    wide = [action for action in statement.actions if is_everything(action)] or _all_but(statement)
    return _shown(wide if statement.allows and not is_scoped(statement) else ())


def whole_service(statement: Statement) -> str:
    """Every action of a service, or every action of what is named."""
    if not statement.allows or everything(statement):
        return ""
    wide = [action for action in statement.actions if is_whole_service(action) or is_everything(action)]
    return _shown(wide or _all_but(statement))


def escalation(statement: Statement) -> str:
    """A way to any other permission: by IAM itself, by any role passed on."""
    bounded = any(each.key == "iam:permissionsboundary" and narrows(each) for each in statement.conditions)
    limited = bounded or is_scoped(statement) or bool(everything(statement))
    return _shown(() if limited else grants(statement, *SELF_ESCALATIONS, PASS_ROLE))


def combination(statements: Iterable[Statement]) -> str:
    """A role passed on to whatever service, and a service that runs something as it; maybe by different statements."""
    return way_out(*passes_and_launches(statements))


def passes_and_launches(statements: Iterable[Statement]) -> tuple[bool, tuple[str, ...]]:
    """Whether they pass a role on to whatever service, and by what they run something as a role: halves of a way."""
    judged = [statement for statement in statements if statement.allows and not _is_wide(statement)]
    passes = any(grants(statement, PASS_ROLE) and not _passes_narrowly(statement) for statement in judged)
    return passes, tuple(dict.fromkeys(action for statement in judged for action in grants(statement, *LAUNCHES)))


def way_out(passes: bool, launches: Sequence[str]) -> str:  # noqa: FBT001 (as they are told)
    """Both halves in words; nothing where one is missing."""
    return _shown((PASS_ROLE, *launches) if passes and launches else ())


def unscoped_writes(statement: Statement) -> str:
    """Actions that change something, of whatever there is."""
    return _shown(writes(statement) if statement.allows and not _is_limited(statement) else ())


def bulk_reads(statement: Statement) -> str:
    """Reading data, of whatever there is."""
    return _shown(() if everything(statement) or _is_limited(statement) else grants(statement, *BULK_READS))


def every_key(statement: Statement) -> str:
    """Decrypting with whatever key there is."""
    of_a_key = any(_OF_A_KEY.fullmatch(each.key) and narrows(each) for each in statement.conditions)
    limited = of_a_key or is_scoped(statement) or bool(everything(statement))
    return _shown(() if limited else grants(statement, *DECRYPTIONS))


def trail_control(statement: Statement) -> str:
    """Ending or changing the records of what goes on."""
    return _shown(() if _is_wide(statement) else grants(statement, *TRAIL_CONTROL))


FAULTS: dict[str, Fault] = {
    "allows less than every action on every resource": everything,
    "allows no whole service": whole_service,
    "gives no way to any other permission": escalation,
    "names the resources of what it lets change": unscoped_writes,
    "names the resources of data that it lets read": bulk_reads,
    "names the keys that it lets decrypt with": every_key,
    "lets nobody end or change the records of what goes on": trail_control,
}
"""Each fault by what must hold instead."""


def without(fault: Fault) -> Judge:
    """No statement of the policy may have this fault."""
    wanted = next(words for words, each in FAULTS.items() if each is fault)
    return every_statement("policy", fault, wanted)


def _is_wide(statement: Statement) -> bool:
    """True where a statement names no action: which it means depends on its resources alone."""
    return bool(statement.not_actions) or any(map(is_everything, statement.actions))


def _is_limited(statement: Statement) -> bool:
    return is_scoped(statement) or is_narrowed(statement)


def _passes_narrowly(statement: Statement) -> bool:
    named = bool(statement.resources) and not any("*" in resource for resource in statement.resources)
    return named or any(each.key == "iam:passedtoservice" and narrows(each) for each in statement.conditions)


def _all_but(statement: Statement) -> list[str]:
    return [f"all but {action}" for action in statement.not_actions]


def _shown(actions: Sequence[str]) -> str:
    return ", ".join(actions[:_MOST_SHOWN]) + ("…" if len(actions) > _MOST_SHOWN else "")
