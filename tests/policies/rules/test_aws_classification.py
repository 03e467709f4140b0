"""Which machines read guarded data: by policies, by parameters and by their own declaration."""

from __future__ import annotations

from typing import Any

import pytest
from pulumi_aws import ec2, efs, fsx, iam, s3, ssm
from tests.policies.recorded import findings, graph_of, judged, outcomes
from tests.policies.rules.documents import allow, text

from rackguard.graph.graph import Graph
from rackguard_policies.outcome import Outcome

PHI = {"classification": "phi", "environment": "prod"}
TEST = {"classification": "internal", "environment": "prod"}
DEV = {"classification": "PHI", "environment": "dev"}


def profile(name: str, *resources: str) -> iam.InstanceProfile:
    """A profile whose role may read these."""
    trust = text(allow("sts:AssumeRole", principal={"Service": "ec2.amazonaws.com"}))
    role = iam.Role(name, name=name, assume_role_policy=trust)
    policy = iam.Policy(name, policy=text(allow(["s3:GetObject", "ssm:GetParameter"], list(resources))))
    iam.RolePolicyAttachment(name, role=role.name, policy_arn=policy.arn)
    return iam.InstanceProfile(name, role=role.name)


def template(name: str, tags: Any, of: iam.InstanceProfile) -> None:
    specifications: Any = [{"resource_type": "volume", "tags": PHI}, {"resource_type": "instance", "tags": tags}]
    ec2.LaunchTemplate(name, iam_instance_profile={"name": of.name}, tag_specifications=specifications, tags=PHI)


def program() -> None:
    s3.Bucket("data", bucket="data", tags=PHI)
    s3.Bucket("scratch", bucket="scratch", tags=TEST)
    lustre = fsx.LustreFileSystem("lustre", subnet_ids="subnet-1", tags=PHI)
    ssm.Parameter("mount", name="/llm/mounts/lustre", type="String", insecure_value=lustre.dns_name)
    home = efs.FileSystem("home", tags=PHI)
    s3.Bucket("unknown", tags={"classification": home.arn})
    reads_data = profile("reads-data", "arn:aws:s3:::data", "arn:aws:s3:::data/*")
    reads_scratch = profile("reads-scratch", "arn:aws:s3:::scratch/*", "arn:aws:s3:::data-of-others/*")
    mounts = profile("mounts", "arn:aws:ssm:us-east-2:123456789012:parameter/llm/mounts/lustre")
    template("good", PHI, reads_data)
    template("internal", TEST, reads_data)
    template("dev", DEV, reads_data)
    template("scratch-only", TEST, reads_scratch)
    template("mounting", TEST, mounts)
    ec2.Instance("instance", ami="ami-1", user_data=home.dns_name)
    ec2.Instance("unknown-tags", ami="ami-1", user_data=home.dns_name, tags={**PHI, "classification": home.arn})


@pytest.fixture(scope="module")
def graph() -> Graph:
    return graph_of(program)


def test_guarded_data_are_read_by_their_own_class(graph: Graph) -> None:
    assert findings(graph, "stk-classification-flow") == {
        "internal": ["tags"],
        "dev": ["tags"],
        "mounting": ["tags"],
        "instance": ["tags", "tags"],
    }
    assert outcomes(graph, "stk-classification-flow", Outcome.UNPROVEN) == {
        "unknown": ["tags"],
        "unknown-tags": ["tags"],
    }


def test_what_is_guarded_is_a_parameter(graph: Graph) -> None:
    assert findings(graph, "stk-classification-flow", regulated=["internal"]) == {}
    found = findings(graph, "stk-classification-flow", regulated=["internal", "phi"])
    assert found.keys() == {"internal", "dev", "mounting", "instance"}


def many_of_a_name() -> None:
    """As after a copied declaration: each of these three times, and all of one name."""
    role: Any = None
    for number in range(3):
        s3.Bucket(f"data-{number}", bucket="data", tags=PHI)
        role = iam.Role(f"role-{number}", name="nodes", assume_role_policy="{}")
        reads = text(allow("s3:GetObject", "arn:aws:s3:::data/*"))
        iam.RolePolicy(f"reads-{number}", role="nodes", policy=reads)
        apart = text(allow("s3:GetObject", f"arn:aws:s3:::other-{number}/*"))
        iam.RolePolicy(f"reads-other-{number}", role=role.id, policy=apart)
        template(f"template-{number}", TEST, iam.InstanceProfile(f"profile-{number}", role="nodes"))
    template("own", TEST, iam.InstanceProfile("own", role=role.id))
    s3.Bucket("other", bucket="other-1", tags={**PHI, "environment": "dev"})
    s3.Bucket("same-name", bucket="data", tags={**PHI, "environment": "dev"})


def test_what_shares_a_name_is_read_by_all_of_that_name_and_told_once_for_stores_that_are_alike() -> None:
    found = judged(graph_of(many_of_a_name), "stk-classification-flow")
    of_data = (
        'has the class of data-0, "phi"',
        'has the class of same-name, "phi"',
        'has the environment of same-name, "dev"',
    )
    of_other = ('has the class of other, "phi"', 'has the environment of other, "dev"')
    assert sorted((each.urn.rpartition("::")[2], each.wanted) for each in found) == sorted(
        [("own", wanted) for wanted in of_data]
        + [(f"template-{number}", wanted) for number in range(3) for wanted in (*of_data, *of_other)]
    )
