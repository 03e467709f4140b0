"""What `pulumi import` takes for a resource, where that is not the id in the state.

Source: "Import" of each resource in Terraform's AWS provider 6 (website/docs/r/*).
"""

from __future__ import annotations

from tests.engine.double.cloud import Output

IMPORT_IDS: dict[str, Output] = {
    "aws:ec2/route:Route": lambda it: f"{it.inputs['routeTableId']}_{it.inputs['destinationCidrBlock']}",
    "aws:ec2/routeTableAssociation:RouteTableAssociation": lambda it: (
        f"{it.inputs['subnetId']}/{it.inputs['routeTableId']}"
    ),
}
