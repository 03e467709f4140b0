"""What becomes of a cluster's logs when the cluster goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rackguard.spec.cluster import Cluster

EVIDENCE = frozenset({"confidential", "pii", "phi"})
"""Classes of data whose logs outlive the cluster."""


def keeps_logs(cluster: Cluster) -> bool:
    """True where logs stay after `destroy`: who saw confidential or regulated data is evidence.

    Elsewhere they go, so that a cluster of the same name can be made again at once.
    """
    return cluster.tags.classification in EVIDENCE
