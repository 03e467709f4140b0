"""Services of a cluster are reached from inside only."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.traffic import Span, no_traffic, tcp_ports, the_internet
from rackguard_policies.types import STATES_INGRESS

PORTS: tuple[Span, ...] = (
    (111, 111),  # the port mapper of NFS
    (988, 988),  # Lustre
    (1018, 1023),  # Lustre
    (2049, 2049),  # NFS
    (2379, 2380),  # etcd
    (5000, 5000),  # MLflow
    (6006, 6006),  # TensorBoard
    (6379, 6379),  # Ray, Redis
    (6443, 6443),  # Kubernetes
    (6817, 6820),  # Slurm and its REST service
    (8265, 8265),  # Ray's dashboard
    (8888, 8888),  # Jupyter
    (9090, 9091),  # Prometheus
    (9100, 9100),  # node exporter
    (9400, 9400),  # DCGM exporter
    (10001, 10001),  # Ray's clients
    (10250, 10250),  # kubelet
)

RULE = Rule(
    id="sg-no-world-cluster-ports",
    title="Schedulers, notebooks, file systems and exporters are reached from private networks and groups only",
    severity="critical",
    why="Most of these ask for no password: whoever reaches the port runs code on the nodes or reads the data.",
    fix="Name the cluster's groups or private ranges; reach dashboards and notebooks through SSH.",
    types=STATES_INGRESS,
    judge=no_traffic("ingress", the_internet, tcp_ports(*PORTS), "lets no public address reach the cluster's services"),
    before='SecurityGroupIngressRule("ray", ip_protocol="tcp", from_port=8265, to_port=8265, cidr_ipv4="52.1.2.3/32")',
    after='SecurityGroupIngressRule("ray", ip_protocol="tcp", from_port=8265, to_port=8265, cidr_ipv4="10.1.0.0/24")',
)
