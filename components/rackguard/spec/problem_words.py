"""Problems found while a file is read, each explained: `rackguard explain ID`."""

from __future__ import annotations

PROBLEMS = {
    "yaml-syntax": "The file isn't YAML. The place given is where reading stopped; the slip is there or just before.",
    "yaml-duplicate-key": "A key stands twice in one mapping. Pulumi's CLI refuses it; others silently keep one.",
    "yaml-ambiguous-scalar": "An unquoted value that YAML's versions read in different ways: a date, yes and no, 0123,"
    " 1e3. What Pulumi's CLI passes on isn't what is written, so put it in quotes.",
    "yaml-tag": "A YAML tag (`!name`) that has no meaning in a stack file.",
    "yaml-limits": "The file is larger, deeper or expands further than any stack file needs.",
    "yaml-encoding": "The file isn't UTF-8 text, or holds control characters.",
    "yaml-document": "A stack file holds one YAML document.",
    "cannot-read": "The file can't be read: it isn't there, is a folder, or isn't yours to read.",
    "json-syntax": "The file isn't JSON. The place given is where reading stopped; a file that was cut off ends there.",
    "json-limits": "The file is larger or deeper than any stack's preview or state, or holds what is no number.",
    "json-encoding": "The file isn't text in UTF-8, UTF-16 or UTF-32.",
    "graph-kind": "The file is JSON, and none that was asked for: a state in a preview's place, another tool's plan.",
    "graph-version": "The state is in a format of another version of Pulumi than the ones that are read.",
    "graph-failed": "The preview ended in an error or was cut off: it doesn't hold all that the program declares.",
    "graph-empty": "The preview or state is of a stack without resources: there is nothing to judge.",
    "graph-shape": "A part of the preview or state isn't as Pulumi writes it: it was changed by hand, or damaged.",
    "stack-file": "A stack file is a mapping with `config:`, in which `rackguard:cluster:` declares one cluster.",
    "stack-key": "Pulumi drops top-level keys that it doesn't know without a word.",
    "stack-setting": "`rackguard:cluster` is the only setting of this namespace; anything else would be ignored.",
    "stack-region": "The region stands in `aws:region` and nowhere else, so that provider and plan can't differ.",
    "stack-unknown": "A stack is named as in `stacks/Pulumi.<name>.yaml`, or given as the path of its file.",
    "spec-unknown-key": "A key that means nothing here: a slip would otherwise be a setting silently lost.",
    "spec-secret": "A value that Pulumi's CLI encrypted. Nothing in a cluster is secret; a plan is made without keys.",
    "spec-private-key": "What looks like a part of a private key: whoever reads the file could use it.",
    "spec-missing": "A required key isn't there.",
    "spec-choice": "Of several keys exactly one may be given: they exclude each other.",
    "spec-value": "A value of the wrong kind, or outside its bounds.",
    "argument-output": "A component takes a value that is known when the program runs: what is planned can't wait for a"
    " deployment. Ids of an existing network may be outputs.",
    "pool-like": "`like` names another pool of the cluster; what a pool doesn't say is taken from it.",
    "budget-exceeded": "The cost of a month is over `budget_usd_per_month`: for certain, or once all is scaled out.",
    "command-line": "A word of the command that means nothing there, or an option that needs another.",
    "provider-missing": "The SDK of the stack's cloud isn't installed; a program needs it, also offline.",
    "program-failed": "The stack's program ended in an error when it was run offline, so its resources aren't known.",
    "program-missing": "The stack file's project has no Python program to run offline, so its resources aren't known.",
    "cannot-write": "The output can't be written. A file that was there before is as it was.",
    "validator-crashed": "A check failed itself. It counts as an error, so that nothing passes unchecked; others ran.",
}
