"""The images that a plan leaves open: what AWS' public parameters name now."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rackguard.account.preflight.machines import machines

if TYPE_CHECKING:
    from rackguard.account.aws.questions import Questions
    from rackguard.account.preflight.subject import Subject
    from rackguard.plan.types import ImagePlan


def newest_images(subject: Subject, questions: Questions) -> dict[str, str]:
    """The id of the newest image, by the parameter of each that isn't pinned; a parameter that isn't there is left out.

    Raises:
        InvalidInput: as `Questions.ask`.
    """
    images = (machine.image for machine in machines(subject))
    wanted = dict.fromkeys(image.parameter for image in images if image.parameter and not image.id)
    answers = {name: questions.ask("ssm", "get_parameter", Name=name) for name in wanted}
    return {name: str(answer["Parameter"]["Value"]) for name, answer in answers.items() if answer}


def pinned(subject: Subject, newest: dict[str, str]) -> Subject:
    """The subject as if these ids were written in its stack file."""
    plan, login = subject.plan, subject.plan.access.login_node
    pools = tuple(replace(pool, image=_pinned(pool.image, newest)) for pool in plan.pools)
    access = replace(plan.access, login_node=login and replace(login, image=_pinned(login.image, newest)))
    return replace(subject, plan=replace(plan, pools=pools, access=access))


def _pinned(image: ImagePlan, newest: dict[str, str]) -> ImagePlan:
    found = newest.get(image.parameter or "")
    return replace(image, id=found) if found and not image.id else image
