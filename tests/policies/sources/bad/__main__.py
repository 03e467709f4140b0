"""A stack that breaks as many guardrails as it can, with every option, secret and unknown value that rules look at."""

from __future__ import annotations

import balancers
import identity
import keys
import machines
import messages
import network
import pulumi
import pulumi_aws
import stores
import trails

import account

region = pulumi_aws.Provider("aws", region="us-east-2")
using = pulumi.ResourceOptions(provider=region)
known = keys.declare(using)
nets = network.declare(using)
role = identity.declare(using)
machines.declare(using, nets, known, role)
stores.declare(using, nets, known)
messages.declare(using, known)
balancers.declare(using, nets)
trails.declare(using)
account.declare(using, known)
