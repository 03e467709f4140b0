"""No person has the name of an account or a group of the system."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator

_NAMES = """
root admin administrator ubuntu ec2-user centos debian fedora rocky rackguard rackguard-users nobody nogroup daemon bin
sys sync games man lp mail news uucp proxy www-data backup list irc gnats sshd messagebus dbus syslog polkitd tss uuidd
tcpdump landscape pollinate chrony ec2-instance-connect ssm-user cwagent rpc rpcuser operator halt shutdown adm ftp
libstoragemgmt stapunpriv lxd docker sudo wheel users video render kvm disk tape tty dialout cdrom floppy audio dip
plugdev netdev staff shadow utmp utempter crontab ssh input sgx munge slurm nvidia-persistenced dcgm efs postgres mysql
"""
RESERVED = frozenset(_NAMES.split())
"""Accounts and groups of the Deep Learning AMIs' systems, and of what is usually installed on them."""


def _check(context: Context) -> Iterator[Found]:
    for index, user in enumerate(context.stack.cluster.access.users):
        if user.name in RESERVED or user.name.startswith(("systemd-", "_")):
            message = f"is {user.name}, an account or a group of the system; allowed: a person's own name"
            yield found(("access", "users", index, "name"), message)


VALIDATOR = Validator(
    id="user-reserved",
    level="error",
    summary="No person's account is called like one of the system's.",
    why="Nodes never touch an account that was there before: the person couldn't log in, or would be given the rights"
    " of a service.",
    hint="Use the person's own name.",
    check=_check,
)
