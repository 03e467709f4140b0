"""Bring the accounts of this node in line with the parameters of people.

Only accounts that this program made are ever touched (recorded in /var/lib/rackguard/users). A failed call, an empty
answer, or a parameter that isn't right changes nothing for anybody else, and never lets anybody in.
"""

from __future__ import annotations

import contextlib
import json
import os
import pwd
import shutil
import sys
from functools import partial
from pathlib import Path

from .host import FAILURES, attempt, aws, call, log, names_in, read, remove, write
from .people import Account, Decision, Person, decide

RECORDS = "/var/lib/rackguard/users"
KEYS = "/etc/ssh/authorized_keys.d"
SUDOERS = "/etc/sudoers.d"
GROUP = "rackguard-users"
PATH = os.environ.get("RG_PREFIX", "") + "/users"


def main() -> int:
    """Sync once; 0 where every parameter was used and every account is as it should be."""
    try:
        answer = aws("ssm", "get-parameters-by-path", "--path", PATH, "--with-decryption")
        parameters = {str(p["Name"]).rpartition("/")[2]: str(p["Value"]) for p in answer["Parameters"]}
    except FAILURES as error:
        log(f"people could not be read, nothing changes: {type(error).__name__}")
        return 1
    if not parameters:
        log("no parameter of anybody, nothing changes")
        return 1
    Path(RECORDS).mkdir(mode=0o700, parents=True, exist_ok=True)
    uids = {entry.pw_name: entry.pw_uid for entry in pwd.getpwall()}
    return carry_out(decide(parameters, recorded(), uids))


def carry_out(decision: Decision) -> int:
    """Each person by themselves: what fails for one is logged and tried again at the next run."""
    for problem in decision.problems:
        log(problem)
    failed = len(decision.problems)
    steps = {person.name: partial(set_up, person) for person in decision.present}
    steps.update({name: partial(revoke, name) for name in decision.revoked})
    for name, step in steps.items():
        try:
            step()
        except FAILURES as error:
            log(f"{name}: not done, next try in two minutes: {error!s:.200}")
            failed += 1
    sweep()
    return 1 if failed else 0


def recorded() -> dict[str, Account]:
    """The accounts made here; one that the machine has under another uid is not ours."""
    accounts: dict[str, Account] = {}
    for name in names_in(RECORDS):
        with contextlib.suppress(*FAILURES):
            data = json.loads(read(f"{RECORDS}/{name}") or "")
            account = Account(int(data["uid"]), bool(data["active"]))
            if uid_of(name) in (None, account.uid):
                accounts[name] = account
    return accounts


def record(name: str, uid: int, *, active: bool) -> None:
    """Remember that an account is ours, and whether its person may log in."""
    write(f"{RECORDS}/{name}", json.dumps({"uid": uid, "active": active}) + "\n", 0o600)


def uid_of(name: str) -> int | None:
    """The uid of an account, or None."""
    try:
        return pwd.getpwnam(name).pw_uid
    except KeyError:
        return None


def set_up(person: Person) -> None:
    """Account, home, sudo, and keys last: whoever gets in finds everything."""
    before = recorded().get(person.name)
    if uid_of(person.name) is None:
        # Before the account: should this be cut off, it is still ours.
        record(person.name, person.uid, active=False)
        make = ("useradd", "--uid", str(person.uid), "--user-group", "--shell", "/bin/bash", "--no-create-home")
        call(*make, "--home-dir", f"/home/{person.name}", "--groups", GROUP, person.name)
        log(f"{person.name}: account made")
    elif before is None:
        raise ValueError("the account is not ours")
    elif not before.active:
        call("usermod", "--expiredate", "", "--groups", GROUP, person.name)
    home(person)
    sudo(person)
    text = "".join(f"{key} {person.name}\n" for key in person.keys)
    if write(f"{KEYS}/{person.name}", text):
        log(f"{person.name}: {len(person.keys)} keys")
    record(person.name, person.uid, active=True)


def home(person: Person) -> None:
    """A home where there is none: made aside and moved, since several nodes may share /home."""
    path = Path("/home", person.name)
    if path.exists() or path.is_symlink():
        return
    uid, gid = pwd.getpwnam(person.name)[2:4]
    aside = Path(f"/home/.rackguard-{person.name}-{os.uname().nodename}")
    shutil.rmtree(aside, ignore_errors=True)
    shutil.copytree("/etc/skel", aside, symlinks=True)
    aside.chmod(0o700)
    for entry in [*aside.rglob("*"), aside]:
        os.lchown(entry, uid, gid)
    try:
        aside.rename(path)
    except OSError:
        # Another node was quicker.
        shutil.rmtree(aside, ignore_errors=True)


def sudo(person: Person) -> None:
    """Without a password, as there are none; tested before it counts, since a broken file ends sudo for all."""
    path = f"{SUDOERS}/rackguard-{person.name}"
    text = f"{person.name} ALL=(ALL:ALL) NOPASSWD: ALL\n"
    if not person.sudo:
        remove(path)
    elif read(path) != text:
        trial = f"{RECORDS}.sudoers"
        write(trial, text, 0o440)
        call("visudo", "-cf", trial)
        remove(trial)
        write(path, text, 0o440)
        log(f"{person.name}: sudo")


def revoke(name: str) -> None:
    """Keys and sudo first, then the account, then whatever still runs; the home stays."""
    uid = recorded()[name].uid
    remove(f"{KEYS}/{name}")
    remove(f"{SUDOERS}/rackguard-{name}")
    if uid_of(name) == uid:
        call("usermod", "--lock", "--expiredate", "1", "--groups", "", name)
        attempt("timeout", "20", "loginctl", "disable-linger", name)
        attempt("timeout", "20", "loginctl", "terminate-user", name)
        attempt("pkill", "-KILL", "-U", str(uid))
    record(name, uid, active=False)
    log(f"{name}: revoked")


def sweep() -> None:
    """Keys and sudo of anybody who isn't one of ours let nobody in."""
    active = {name for name, account in recorded().items() if account.active}
    for name in set(names_in(KEYS)) - active:
        remove(f"{KEYS}/{name}")
        log(f"{name}: keys of an unknown account removed")
    for file in names_in(SUDOERS):
        if file.startswith("rackguard-") and file[len("rackguard-") :] not in active:
            remove(f"{SUDOERS}/{file}")


if __name__ == "__main__":
    sys.exit(main())
