"""What becomes of a cluster's logs when the cluster goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rackguard.spec.cluster import Cluster

EVIDENCE = frozenset({"confidential", "pii", "phi"})
"""Classes of data whose logs outlive the cluster."""


_ISO = "ISO/IEC 27001:2022, A.5.33 and A.8.15"
_HIPAA = "45 CFR 164.312(b) and 164.316(b)(2)(i)"


def retention_source(cluster: Cluster) -> str:
    """What asks for records to be kept; HIPAA only where there may be health information."""
    return f"{_HIPAA}; {_ISO}" if cluster.tags.classification == "phi" else _ISO


def keeps_logs(cluster: Cluster) -> bool:
    """True where logs stay after `destroy`: who saw confidential or regulated data is evidence.

    Elsewhere they go, so that a cluster of the same name can be made again at once.
    """
    return cluster.tags.classification in EVIDENCE
