"""What each kind of decision is about: `rackguard explain ID`. The plan gives the value and the reason in each case."""

from __future__ import annotations

DECISIONS = {
    "pool-name": "What a renamed pool is called in AWS: names of groups, templates and roles can't be changed there,"
    " so it keeps the first one.",
    "zone": "The zone ids of a pool. They are taken as written and never picked again at a later preview: EFA,"
    " placement groups, reservations and Lustre all live in one zone. Zone names differ from account to account.",
    "efa": "Whether nodes have Elastic Fabric Adapter interfaces. `auto` turns it on where the pool has one type that"
    " supports it and more than one node may run, or RDMA is needed. Several types can't share one list of interfaces.",
    "network-layout": "Which interfaces a node has on which network card. The primary is an ENA interface on card 0,"
    " device 0; every EFA interface is EFA-only and takes no address. Further ENA interfaces are there for more IP"
    " bandwidth only.",
    "placement": "The placement group of a pool. A cluster group puts nodes close together; it is never combined with"
    " a capacity block, and with a reservation only where that was made in it.",
    "launch": "How nodes are asked for: on-demand, spot, in a reservation or in a capacity block, in the template or by"
    " a mixed-instances policy.",
    "schedule": "How many nodes the group holds, and when that changes by itself: a capacity block's group holds none"
    " outside its window, so that it doesn't ask in vain.",
    "rollout": "What a changed launch template does to running nodes: nothing until you replace them (manual), or one"
    " after the other (rolling), which ends running jobs.",
    "termination": "How a node is told that its group ends it (a block's end, a roll-out, a smaller size, `destroy`),"
    " and how long it has to save before it goes.",
    "zone-balance": "Whether Auto Scaling may end running nodes of a pool in several zones to spread them evenly: it"
    " may not. New nodes still go to the zone with the fewest.",
    "metadata": "Instance metadata: IMDSv2 always, and how many network hops away it can be read.",
    "image": "The image that nodes boot. Pinned by its id where you give one; otherwise looked up at the first"
    " deployment and kept, until another system or architecture is asked for.",
    "software": "Which build of a framework is meant where a pool names a version and no CUDA: the one that is"
    " installed where none is asked for. The checks hold it to the GPUs and the driver; nothing is installed.",
    "subnets": "Ranges of the subnets. Each zone has a slot of the VPC of its own, so that more nodes or another zone"
    " move nothing: a subnet whose range changes is replaced, with everything in it.",
    "nat": "How private nodes reach the internet: NAT gateways, one or one in each zone, or not at all.",
    "endpoints": "Which AWS services are reached inside the VPC, without NAT.",
    "existing-vpc": "A VPC that was there before: nothing in it is changed.",
    "local-zone": "From where a Local Zone has its NAT, endpoints and log-in.",
    "flow-logs": "Records of every connection in the VPC.",
    "http": "Whether port 80 is open outwards.",
    "efa-group": "The security group that EFA traffic needs: everything in from and out to itself. A rule that allows"
    " 0.0.0.0/0 doesn't cover it, since EFA's protocol isn't IP.",
    "key-administration": "Who administers the cluster's key.",
    "key-grants": "Which service-linked roles may use the key: without it Auto Scaling starts nodes that never join.",
    "key-use-by-nodes": "How nodes may use the key.",
    "service-linked-roles": "Whether the Auto Scaling and Spot service-linked roles exist already or are made.",
    "users": "How people reach nodes: an account and keys each, read by the nodes from a parameter a person.",
    "uid": "The account numbers of people, the same on every node.",
    "login-address": "Whether the login node has a public address: only where a public range may reach it.",
    "login-image": "The image of the login node.",
    "connect-endpoint": "The EC2 Instance Connect Endpoint: SSH without any public address, by IAM identity and key.",
    "log-retention": "How long logs are kept, and whether they outlive the cluster.",
    "mount-path": "Where a file system is mounted on every node that uses it.",
    "lustre-deployment": "The deployment type of FSx for Lustre.",
    "lustre-metadata": "How metadata operations of a Lustre file system are provisioned.",
    "lustre-root": "Whether root of a node is root on a Lustre file system.",
    "lustre-final-backup": "Whether a last backup stays when a Lustre file system is deleted.",
    "efs-mount-targets": "The zones in which an EFS file system can be mounted.",
    "efs-clients": "Who may mount an EFS file system.",
    "efs-backup": "Backups of an EFS file system.",
    "bucket-encryption": "How objects are encrypted, and which uploads are refused.",
    "bucket-deletes": "What nodes may delete in a bucket.",
    "bucket-access-logs": "Where a bucket's access logs go.",
    "bucket-uploads": "What happens to uploads that were never finished.",
    "object-lock": "For how long nobody can delete an object.",
}
