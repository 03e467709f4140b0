"""What a plan says of guardrails: one line and counts; `rackguard check` says each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.report.check_reports import CLEAN, REPORT

from rackguard.report import plan_json, plan_markdown, plan_table
from rackguard.report.check_report import CheckReport
from rackguard.report.layout import Style
from rackguard.report.plan_report import PlanReport
from rackguard_policies.framework import Control, Framework

Report = Callable[[str], PlanReport]
FOUND = (
    "3 critical, 1 high, 1 medium; 1 waived; 1 unproven; 2 rules on 7 resources, 7 judgements: HIPAA."
    " More: `rackguard check`."
)
NONE = "no findings; 2 rules on 7 resources, 1 judgement: HIPAA. More: `rackguard check`."


def judged(report: Report, guardrails: CheckReport | None) -> PlanReport:
    return replace(report("dev"), guardrails=guardrails)


def test_a_table_has_a_line(report: Report) -> None:
    text = plan_table.render(judged(report, REPORT), Style(width=200))
    assert f"\n\nGUARDRAILS\n  {FOUND}\n\nPROBLEMS\n" in text
    assert f"\n\nGUARDRAILS\n  {NONE}\n" in plan_table.render(judged(report, CLEAN), Style(width=200))
    assert "GUARDRAILS" not in plan_table.render(judged(report, None), Style())


def test_a_table_has_a_line_for_each_of_several_frameworks(report: Report) -> None:
    keys = Framework("keys", "Keys", "", "", (Control("k", "keys", "control", (("kms-rotation", "judgement"),), ""),))
    none = Framework("none", "None", "", "", ())
    several = replace(REPORT, frameworks=(*REPORT.frameworks, keys, none))
    text = plan_table.render(judged(report, several), Style(width=200))
    assert "\n  HIPAA: 3 critical, 1 medium; 1 waived; 1 unproven\n  Keys: 1 medium\n  None: no findings\n" in text
    clean = replace(CLEAN, frameworks=several.frameworks)
    assert "Keys: " not in plan_table.render(judged(report, clean), Style(width=200)).replace(": HIPAA, Keys", "")
    assert "HIPAA: " not in plan_table.render(judged(report, REPORT), Style(width=200)).replace(FOUND, "")


def test_a_comment_has_a_line_before_what_folds(report: Report) -> None:
    text = plan_markdown.render(judged(report, REPORT))
    assert f"\n\n❌ **Guardrails**: {FOUND}\n\n" in text
    assert text.index("**Guardrails**") < text.index("### Pools")
    assert f"\n\n✅ **Guardrails**: {NONE}\n" in plan_markdown.render(judged(report, CLEAN), quiet=True)
    assert "Guardrails" not in plan_markdown.render(judged(report, None))


def test_json_has_the_counts(report: Report) -> None:
    assert plan_json.as_data(judged(report, REPORT))["guardrails"] == {
        "frameworks": ["hipaa"],
        "rules": 2,
        "counts": {"critical": 3, "high": 1, "medium": 1, "low": 0, "waived": 1, "unproven": 1, "errored": 1},
    }
    assert plan_json.as_data(judged(report, None))["guardrails"] is None
