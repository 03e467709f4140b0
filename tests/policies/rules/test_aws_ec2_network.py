"""VPCs, subnets, routes, ACLs, flow logs and endpoints."""

from __future__ import annotations

import json
from typing import Any

from pulumi_aws import cloudwatch, ec2, s3
from tests.policies.recorded import findings, graph_of, outcomes

from rackguard.graph.graph import Graph
from rackguard_policies.outcome import Outcome


def of(graph: Graph, rule: str, outcome: Outcome, **parameters: Any) -> set[str]:
    return set(outcomes(graph, rule, outcome, **parameters))


def test_vpcs_resolve_names_and_have_private_ranges() -> None:
    def program() -> None:
        both: dict[str, Any] = {"enable_dns_support": True, "enable_dns_hostnames": True}
        good = ec2.Vpc("good", cidr_block="10.40.0.0/16", **both)
        ec2.Vpc("silent", cidr_block="100.64.0.0/16")
        ec2.Vpc("off", cidr_block="172.16.0.0/12", enable_dns_support=False, enable_dns_hostnames=True)
        ec2.Vpc("public", cidr_block="11.0.0.0/16", **both)
        ec2.Vpc("half-private", cidr_block="172.0.0.0/8", **both)
        ec2.Vpc("pool", ipv4_ipam_pool_id="ipam-pool-1", ipv4_netmask_length=16, **both)
        ec2.Vpc("later", cidr_block=good.id, **both)
        ec2.VpcIpv4CidrBlockAssociation("second", vpc_id=good.id, cidr_block="52.0.0.0/16")

    graph = graph_of(program)
    assert findings(graph, "vpc-dns") == {"silent": ["enableDnsHostnames"], "off": ["enableDnsSupport"]}
    cidr = ["cidrBlock"]
    assert findings(graph, "vpc-private-cidr") == {"public": cidr, "half-private": cidr, "second": cidr}
    assert outcomes(graph, "vpc-private-cidr", Outcome.UNPROVEN) == {"later": cidr}
    assert of(graph, "vpc-private-cidr", Outcome.NOT_APPLICABLE) == {"pool"}


def test_the_default_vpc_is_left_alone() -> None:
    def program() -> None:
        ec2.DefaultVpc("vpc")
        ec2.DefaultSubnet("subnet", availability_zone="us-east-2a")
        ec2.Vpc("own", cidr_block="10.0.0.0/16")

    assert findings(graph_of(program), "vpc-no-default") == {"vpc": [""], "subnet": [""]}


def test_encryption_and_blocks_of_the_account_are_on() -> None:
    def program() -> None:
        controls: dict[str, dict[str, Any]] = {
            "good": {"mode": "enforce", "nat_gateway_exclusion": "enable", "lambda_exclusion": "disable"},
            "monitors": {"mode": "monitor"},
            "excludes": {"mode": "enforce", "vpc_peering_exclusion": "enable"},
        }
        for name, given in controls.items():
            ec2.VpcEncryptionControl(name, vpc_id="vpc-1", **given)
        for mode in ("block-ingress", "block-bidirectional", "off"):
            ec2.VpcBlockPublicAccessOptions(mode, internet_gateway_block_mode=mode)

    graph = graph_of(program)
    assert findings(graph, "vpc-encryption-control") == {"monitors": ["mode"], "excludes": ["vpcPeeringExclusion"]}
    assert findings(graph, "vpc-bpa") == {"off": ["internetGatewayBlockMode"]}


def test_subnets_give_no_addresses() -> None:
    def program() -> None:
        vpc = ec2.Vpc("vpc", cidr_block="10.0.0.0/16").id
        ec2.Subnet("silent", vpc_id=vpc)
        ec2.Subnet("off", vpc_id=vpc, map_public_ip_on_launch=False, assign_ipv6_address_on_creation=False)
        ec2.Subnet("on", vpc_id=vpc, map_public_ip_on_launch=True, assign_ipv6_address_on_creation=True)
        ec2.Subnet("later", vpc_id=vpc, map_public_ip_on_launch=vpc.apply(bool))

    graph = graph_of(program)
    assert findings(graph, "subnet-no-auto-public-ip") == {"on": ["mapPublicIpOnLaunch"]}
    assert outcomes(graph, "subnet-no-auto-public-ip", Outcome.UNPROVEN) == {"later": ["mapPublicIpOnLaunch"]}
    assert findings(graph, "subnet-no-auto-ipv6") == {"on": ["assignIpv6AddressOnCreation"]}


def routes() -> None:
    vpc = ec2.Vpc("vpc", cidr_block="10.0.0.0/16")
    gateway = ec2.InternetGateway("gateway", vpc_id=vpc.id).id

    def table(name: str, *subnets: ec2.Subnet, routes: list[Any] | None = None) -> ec2.RouteTable:
        made = ec2.RouteTable(name, vpc_id=vpc.id, routes=routes)
        for index, subnet in enumerate(subnets):
            ec2.RouteTableAssociation(f"{name}-{index}", route_table_id=made.id, subnet_id=subnet.id)
        return made

    def way(name: str, of: ec2.RouteTable, **given: Any) -> None:
        ec2.Route(name, route_table_id=of.id, **given)

    nodes, public, other = (ec2.Subnet(name, vpc_id=vpc.id) for name in ("nodes", "public", "other"))
    nat = ec2.NatGateway("nat", subnet_id=public.id, allocation_id="eipalloc-1")
    ec2.NatGateway("private-nat", subnet_id=other.id, connectivity_type="private")
    everywhere = {"destination_cidr_block": "0.0.0.0/0"}
    way("by-nat", table("private", nodes), nat_gateway_id=nat.id, **everywhere)
    way("for-nat", table("for-nat-table", public), gateway_id=gateway, **everywhere)
    way("for-nodes", table("for-nodes-table", nodes), gateway_id=gateway, **everywhere)
    way("for-both", table("for-both-table", public, nodes), gateway_id=gateway, **everywhere)
    way("for-private-nat", table("for-private-nat-table", other), gateway_id=gateway, **everywhere)
    unused = table("unused")
    way("half", unused, gateway_id=gateway, destination_cidr_block="128.0.0.0/1")
    way("ipv6", unused, gateway_id="igw-1", destination_ipv6_cidr_block="::/0")
    way("one-network", unused, gateway_id=gateway, destination_cidr_block="52.1.2.0/24")
    way("vpn", unused, gateway_id="vgw-1", **everywhere)
    table("inline", nodes, routes=[{"cidr_block": "10.1.0.0/16", "gateway_id": "vgw-1"}, _inline("igw-1")])
    table("inline-public", public, routes=[_inline("igw-1")])
    ec2.DefaultRouteTable("main", default_route_table_id=vpc.default_route_table_id, routes=[_inline(gateway)])


def _inline(gateway: Any) -> Any:
    return {"cidr_block": "0.0.0.0/0", "gateway_id": gateway}


def test_only_subnets_that_serve_the_internet_have_a_way_to_it() -> None:
    assert findings(graph_of(routes), "route-no-igw-default") == {
        "for-nodes": ["gatewayId"],
        "for-both": ["gatewayId"],
        "for-private-nat": ["gatewayId"],
        "half": ["gatewayId"],
        "ipv6": ["gatewayId"],
        "inline": ["routes[1].gatewayId"],
        "main": ["routes[0].gatewayId"],
    }


def test_internet_gateways_stand_in_vpcs_that_may_have_one() -> None:
    def program() -> None:
        own = ec2.Vpc("vpc", cidr_block="10.0.0.0/16").id
        ec2.InternetGateway("good", vpc_id=own)
        ec2.InternetGateway("stranger", vpc_id="vpc-0a")
        loose = ec2.InternetGateway("loose").id
        ec2.InternetGatewayAttachment("attached", internet_gateway_id=loose, vpc_id="vpc-0b")
        ec2.InternetGateway("default", vpc_id=ec2.DefaultVpc("default-vpc").id)

    graph = graph_of(program)
    path = ["vpcId"]
    assert findings(graph, "igw-allowed-vpc") == {"stranger": path, "attached": path, "default": path}
    assert findings(graph, "igw-allowed-vpc", vpc_ids=["vpc-0a"]) == {"attached": path, "default": path}
    assert of(graph, "igw-allowed-vpc", Outcome.NOT_APPLICABLE) == {"loose"}


def acls() -> None:
    def entry(number: int, action: str, first: int, last: int, **given: Any) -> Any:
        of_tcp = {"rule_no": number, "action": action, "from_port": first, "to_port": last, "protocol": "tcp"}
        return {**of_tcp, "cidr_block": "0.0.0.0/0", **given}

    everything = entry(100, "allow", 0, 0, protocol="-1")
    closed = [entry(10, "deny", 22, 22), entry(20, "deny", 3389, 3389), everything]
    ec2.NetworkAcl("open", vpc_id="vpc-1", ingress=[entry(90, "allow", 443, 443), everything])
    ec2.NetworkAcl("closed-before", vpc_id="vpc-1", ingress=closed)
    ec2.NetworkAcl("closed-by-half", vpc_id="vpc-1", ingress=closed[1:])
    ec2.NetworkAcl("closed-after", vpc_id="vpc-1", ingress=[entry(200, "deny", 22, 22), closed[1], everything])
    ec2.NetworkAcl(
        "private", vpc_id="vpc-1", ingress=[entry(100, "allow", 0, 0, protocol="-1", cidr_block="10.0.0.0/8")]
    )
    ec2.NetworkAcl("ephemeral", vpc_id="vpc-1", ingress=[entry(100, "allow", 32768, 65535)])
    ec2.DefaultNetworkAcl("default", default_network_acl_id="acl-1", ingress=[everything])
    rule: dict[str, Any] = {"rule_number": 100, "rule_action": "allow", "protocol": "-1"}
    empty = ec2.NetworkAcl("empty", vpc_id="vpc-1").id
    ec2.NetworkAclRule("apart", network_acl_id=empty, cidr_block="0.0.0.0/0", **rule)
    ec2.NetworkAclRule("ipv6", network_acl_id=empty, ipv6_cidr_block="::/0", **rule)
    ec2.NetworkAclRule("out", network_acl_id=empty, cidr_block="0.0.0.0/0", egress=True, **rule)
    guarded = ec2.NetworkAcl("guarded", vpc_id="vpc-1", ingress=closed[:2]).id
    ec2.NetworkAclRule("after-denials", network_acl_id=guarded, cidr_block="0.0.0.0/0", **rule)
    ec2.NetworkAclRule("ipv6-after-denials", network_acl_id=guarded, ipv6_cidr_block="::/0", **rule)


def test_acls_keep_the_world_from_administration() -> None:
    assert findings(graph_of(acls), "nacl-no-world") == {
        "open": ["ingress[1].cidrBlock"],
        "closed-by-half": ["ingress[1].cidrBlock"],
        "closed-after": ["ingress[2].cidrBlock"],
        "default": ["ingress[0].cidrBlock"],
        "apart": ["cidrBlock"],
        "ipv6": ["ipv6CidrBlock"],
        "ipv6-after-denials": ["ipv6CidrBlock"],
    }


def flow_logs() -> None:
    vpc = ec2.Vpc("vpc", cidr_block="10.0.0.0/16").id
    kept = cloudwatch.LogGroup("kept", name="flows", retention_in_days=365, kms_key_id="arn:aws:kms:::key/k")
    short = cloudwatch.LogGroup("short", retention_in_days=30)
    silent = cloudwatch.LogGroup("silent", kms_key_id="arn:aws:kms:::key/k")
    bucket = s3.Bucket("bucket", bucket="flow-archive")
    s3.BucketPublicAccessBlock("block", bucket=bucket.id)

    def log(name: str, destination: Any, **given: Any) -> None:
        usual = {"traffic_type": "ALL", "max_aggregation_interval": 60, "vpc_id": vpc}
        ec2.FlowLog(name, log_destination=destination, **{**usual, **given})

    log("good", kept.arn)
    log("by-name", "arn:aws:logs:us-east-2:1:log-group:flows:*")
    log("short-log", short.arn, traffic_type="REJECT", max_aggregation_interval=600)
    log("silent-log", silent.arn, max_aggregation_interval=None)
    log("bucket-log", "arn:aws:s3:::flow-archive/vpc", log_destination_type="s3")
    log("stranger", "arn:aws:s3:::elsewhere", log_destination_type="s3")
    log("later", vpc.apply(str))
    log("stream", "arn:aws:firehose:us-east-2:1:deliverystream/d", log_destination_type="kinesis-data-firehose")
    ec2.FlowLog("transit", transit_gateway_id="tgw-1", log_destination=kept.arn)


def test_flow_logs_hold_everything_and_go_where_it_lasts() -> None:
    graph = graph_of(flow_logs)
    assert findings(graph, "flowlog-all-traffic") == {"short-log": ["trafficType"]}
    interval = ["maxAggregationInterval"]
    assert findings(graph, "flowlog-interval") == {"short-log": interval, "silent-log": interval}
    assert of(graph, "flowlog-interval", Outcome.NOT_APPLICABLE) == {"transit"}
    assert findings(graph, "flowlog-destination") == {
        "stranger": ["logDestination"],
        "stream": ["logDestinationType"],
    }
    assert findings(graph, "flowlog-destination", approved=["arn:aws:s3:::else"]) == {"stream": ["logDestinationType"]}
    assert outcomes(graph, "flowlog-destination", Outcome.UNPROVEN) == {"later": ["logDestination"]}
    assert findings(graph, "stk-flow-log-sink") == {
        "short": ["kmsKeyId", "retentionInDays"],
        "silent": ["retentionInDays"],
        "bucket": [""],
    }
    assert findings(graph, "stk-flow-log-sink", days=30) == {
        "short": ["kmsKeyId"],
        "silent": ["retentionInDays"],
        "bucket": [""],
    }


def test_every_vpc_is_logged_and_has_its_default_group_adopted() -> None:
    def program() -> None:
        for name in ("whole", "by-subnets", "by-half", "bare"):
            vpc = ec2.Vpc(name, cidr_block="10.0.0.0/16")
            for half in ("a", "b") if name.startswith("by") else ():
                subnet = ec2.Subnet(f"{name}-{half}", vpc_id=vpc.id)
                if (name, half) != ("by-half", "b"):
                    ec2.FlowLog(f"{name}-{half}-log", subnet_id=subnet.id, traffic_type="ALL")
            if name == "whole":
                ec2.FlowLog("whole-log", vpc_id=vpc.id, traffic_type="ALL")
                ec2.DefaultSecurityGroup("closed", vpc_id=vpc.id)

    graph = graph_of(program)
    assert findings(graph, "stk-vpc-flow-log") == {"by-half": [""], "bare": [""]}
    assert findings(graph, "stk-vpc-default-sg") == {"by-subnets": [""], "by-half": [""], "bare": [""]}


SERVICE = "com.amazonaws.us-east-2"


def statement(**given: Any) -> dict[str, Any]:
    return {"Effect": "Allow", "Principal": "*", "Action": "*", "Resource": "*", **given}


OPENING: dict[str, dict[str, Any]] = {
    "whole-service": {"Action": ["kms:*"]},
    "all-resources": {"Resource": ["arn:aws:kms:*:*:*"]},
    "any-account": {"Condition": {"StringLike": {"aws:PrincipalAccount": "*"}}},
    "if-told": {"Condition": {"StringEqualsIfExists": {"aws:PrincipalAccount": "123456789012"}}},
    "over-tls": {"Condition": {"Bool": {"aws:SecureTransport": "true"}}},
}
NARROWING: dict[str, dict[str, Any]] = {
    "one-key": {"Resource": "arn:aws:kms:us-east-2:123456789012:key/0123abcd-0000-4000-8000-0123456789ab"},
    "one-account": {"Principal": {"AWS": "123456789012"}},
    "some-actions": {"Action": ["kms:Decrypt*", "kms:GenerateDataKey"]},
}


def policy(*statements: dict[str, Any]) -> str:
    return json.dumps({"Version": "2012-10-17", "Statement": statements})


def endpoints() -> None:
    own = {"Condition": {"StringEquals": {"aws:PrincipalAccount": "123456789012"}}}
    vpc = ec2.Vpc("vpc", cidr_block="10.0.0.0/16").id

    def endpoint(name: str, service: str, **given: Any) -> ec2.VpcEndpoint:
        return ec2.VpcEndpoint(name, vpc_id=vpc, service_name=service, **given)

    interface: dict[str, Any] = {"vpc_endpoint_type": "Interface"}
    whole = {**interface, "security_group_ids": ["sg-1"], "private_dns_enabled": True}
    endpoint("good", f"{SERVICE}.kms", policy=policy(statement(**own), statement(Action="kms:Decrypt")), **whole)
    endpoint("bare", f"{SERVICE}.ssm", **interface)
    endpoint("gateway", f"{SERVICE}.s3")
    endpoint("open", f"{SERVICE}.s3", policy=policy(statement(**own), statement(Principal={"AWS": ["*"]})))
    endpoint("single-open", f"{SERVICE}.s3", policy=json.dumps({"Statement": statement()}))
    endpoint("others", "com.amazonaws.vpce.us-east-2.vpce-svc-1", policy=policy(statement(Action="x:Y")), **interface)
    for name, opening in OPENING.items():
        endpoint(name, f"{SERVICE}.kms", policy=policy(statement(**opening)), **whole)
    for name, narrowing in NARROWING.items():
        endpoint(name, f"{SERVICE}.kms", policy=policy(statement(**narrowing)), **whole)
    later = endpoint("later", f"{SERVICE}.s3", policy=vpc.apply(str))
    ec2.VpcEndpointPolicy("apart", vpc_endpoint_id=later.id, policy=policy(statement()))
    grouped = endpoint("grouped", f"{SERVICE}.logs", **{**whole, "security_group_ids": []})
    ec2.SecurityGroupAssociation("group", vpc_endpoint_id=grouped.id, security_group_id="sg-1")
    ec2.VpcEndpointPolicy("narrow", vpc_endpoint_id=grouped.id, policy=policy(statement(**own)))


def test_endpoints_have_policies_groups_and_names() -> None:
    graph = graph_of(endpoints)
    assert findings(graph, "vpce-policy") == {
        "bare": ["policy"],
        "gateway": ["policy"],
        "open": ["policy"],
        "single-open": ["policy"],
        "apart": ["policy"],
        **{name: ["policy"] for name in OPENING},
    }
    assert outcomes(graph, "vpce-policy", Outcome.UNPROVEN) == {"later": ["policy"]}
    assert findings(graph, "vpce-sg") == {"bare": ["securityGroupIds"], "others": ["securityGroupIds"]}
    assert findings(graph, "vpce-private-dns") == {"bare": ["privateDnsEnabled"]}
    gateways = {"gateway", "open", "single-open", "later"}
    assert of(graph, "vpce-sg", Outcome.NOT_APPLICABLE) == gateways
    assert of(graph, "vpce-private-dns", Outcome.NOT_APPLICABLE) == gateways | {"others"}


def test_vpcs_with_machines_have_endpoints() -> None:
    def program() -> None:
        def vpc(name: str, *services: str, machines: bool = True, nat: bool = False) -> None:
            made = ec2.Vpc(name, cidr_block="10.0.0.0/16")
            subnet = ec2.Subnet(f"{name}-subnet", vpc_id=made.id)
            if machines:
                ec2.Instance(f"{name}-node", ami="ami-1", instance_type="g6.xlarge", subnet_id=subnet.id)
            if nat:
                ec2.NatGateway(f"{name}-nat", subnet_id=subnet.id)
            for service in services:
                ec2.VpcEndpoint(f"{name}-{service}", vpc_id=made.id, service_name=f"{SERVICE}.{service}")

        vpc("private", "s3", "logs", "ssm")
        vpc("lacking", "s3", "logs")
        vpc("with-nat", "s3", nat=True)
        vpc("with-nat-alone", nat=True)
        vpc("empty", machines=False)

    graph = graph_of(program)
    assert findings(graph, "stk-vpc-endpoints") == {"lacking": [""], "with-nat-alone": [""]}
    assert findings(graph, "stk-vpc-endpoints", always=["s3", "kms"])["with-nat"] == [""]
    assert of(graph, "stk-vpc-endpoints", Outcome.NOT_APPLICABLE) == {"empty"}
