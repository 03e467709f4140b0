#!/usr/bin/env bash
# Plans and checks what a pull request makes of a stack, and says it there: once, and from then on in the same comment.
#
# Read from the environment:
#   RACKGUARD_STACK       the stack file, from here; planned offline, and compared with what it would be merged into
#   RACKGUARD_PREVIEW     what `pulumi preview --json --show-sames` printed; judged instead of the stack where it is there
#   RACKGUARD_FRAMEWORK   names, with spaces or commas between them (all)
#   RACKGUARD_EXCEPTIONS  a file of exceptions
#   RACKGUARD_FAIL_ON     the least grave finding that makes it fail (low)
#   RACKGUARD_COMMENT     true, or false for no comment
#   RACKGUARD_SARIF       true, or false for no SARIF
#   RACKGUARD_BASE        the commit to compare with
#   RACKGUARD_OUTPUT      the folder that gets report.md, plan.md, check.md, check.sarif and code-quality.json (rackguard)
# The exit code is the command's: 0 fine, 1 errors or findings, 2 something can't be read.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
stack=${RACKGUARD_STACK:-}
preview=${RACKGUARD_PREVIEW:-}
framework=${RACKGUARD_FRAMEWORK:-}
out=${RACKGUARD_OUTPUT:-rackguard}
comment_limit=60000 # bytes; GitHub refuses a comment of more than 65,536 characters
notes=()
planned=()
judged=()
compared=()
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The stack's program comes from the change: it runs without the tokens that comments are written with.
rackguard() {
  env -u GH_TOKEN -u GITHUB_TOKEN -u RACKGUARD_GITLAB_TOKEN rackguard "$@"
}

fail() {
  echo "rackguard: $1" >&2
  exit 2
}

check_inputs() {
  case ${GITHUB_EVENT_NAME:-} in
    pull_request_target | workflow_run)
      fail "the workflow runs on $GITHUB_EVENT_NAME, where a stranger's files meet a token that may write; allowed: pull_request. Change \`on:\`."
      ;;
  esac
  local name
  for name in RACKGUARD_COMMENT RACKGUARD_SARIF; do
    case ${!name:-true} in
      true | false) ;;
      *) fail "$name is '${!name}'; allowed: true or false." ;;
    esac
  done
  for name in RACKGUARD_STACK RACKGUARD_PREVIEW RACKGUARD_EXCEPTIONS; do
    case ${!name:-} in
      -* | /*) fail "$name is '${!name}'; allowed: a path within the repository. Write it from the repository's root." ;;
    esac
  done
  [ -n "$stack$preview" ] || fail "neither a stack nor a preview is given; give one of them, or both."
  [ -z "$stack" ] || [ -f "$stack" ] || fail "the stack is '$stack', and there is no such file; give its path from the repository's root."
}

# A preview needs credentials, which a fork's pull request doesn't have: then the stack file is all that can be judged.
choose_sources() {
  if [ -n "$preview" ] && [ -s "$preview" ]; then
    judged=(--preview "$preview")
  elif [ -n "$stack" ]; then
    judged=("$stack")
    [ -z "$preview" ] || notes+=("There is no preview here, so the stack file was judged, offline.")
  else
    fail "the preview '$preview' isn't there or is empty, and no stack is given; give a stack to be planned offline where there is no preview."
  fi
  if [ -n "$stack" ]; then planned=("$stack"); else planned=("${judged[@]}"); fi
}

# GitHub checks out a merge of both sides, whose first parent is what it would be merged into.
base_commit() {
  if [[ ${GITHUB_REF:-} == refs/pull/*/merge ]] && git rev-parse --quiet --verify HEAD^2 >/dev/null; then
    git rev-parse HEAD^1
  elif [[ ${RACKGUARD_BASE:-} =~ ^[0-9a-f]{40,64}$ ]]; then
    git cat-file -e "$RACKGUARD_BASE^{commit}" 2>/dev/null ||
      git fetch --quiet --no-tags --depth=1 origin "$RACKGUARD_BASE" 2>/dev/null || return 0
    echo "$RACKGUARD_BASE"
  fi
}

# A stack that is broken before the change must not make the change that mends it fail: it isn't compared.
find_what_was() {
  [ -n "$stack" ] || return 0
  local commit before
  commit=$(base_commit)
  before=$scratch/$(basename "$stack")
  if [ -z "$commit" ]; then
    notes+=("Not compared: the commit that it would be merged into isn't in this checkout, which needs a depth of 2 or more.")
  elif ! git show "$commit:./$stack" >"$before" 2>/dev/null; then
    notes+=("Not compared: the stack is new.")
  elif ! rackguard plan "$before" --quiet >/dev/null 2>&1; then
    notes+=("Not compared: the stack has errors in what it would be merged into.")
  else
    compared=(--compare "$before")
  fi
}

# Runs a command whose exit code is a verdict: sets `code`, and keeps what it says for the log and the comment.
judge() {
  code=0
  "$@" 2>"$scratch/said" || code=$?
  cat "$scratch/said" >&2
}

plan() {
  judge rackguard plan "${planned[@]}" "${compared[@]}" --format markdown >"$out/plan.md"
}

check() {
  local words=() outputs=(--output "markdown=$out/check.md" --output "gitlab=$out/code-quality.json") names name
  read -r -d "" -a names <<<"${framework//,/ }" || true
  for name in "${names[@]}"; do words+=(--framework "$name"); done
  [ -z "${RACKGUARD_EXCEPTIONS:-}" ] || words+=(--exceptions "$RACKGUARD_EXCEPTIONS")
  [ "${RACKGUARD_SARIF:-true}" = false ] || outputs+=(--output "sarif=$out/check.sarif")
  judge rackguard check "${judged[@]}" "${words[@]}" --fail-on "${RACKGUARD_FAIL_ON:-low}" "${outputs[@]}" --quiet
}

# What changes, then what is found, then the plan: whole, or left out where a comment can't hold it.
report() {
  local changes
  changes=$(sed -n '/^## From /,$p' "$out/plan.md")
  printf '%s\n\n' "$marker"
  if [ ${#notes[@]} -gt 0 ]; then printf '%s\n\n' "${notes[@]}"; fi
  if [ -n "$changes" ]; then printf '%s\n\n' "$changes"; fi
  if [ -f "$out/check.md" ]; then cat "$out/check.md"; else unreadable; fi
  if [ "$1" = whole ] && [ -s "$out/plan.md" ]; then
    printf '\n<details><summary>The plan</summary>\n\n'
    sed '/^## From /,$d' "$out/plan.md"
    printf '\n</details>\n'
  elif [ "$1" = short ]; then
    printf '\nThe plan is too long for a comment. It is in the report of the job.\n'
  fi
}

# Indented, so that nothing in it is taken for markup.
unreadable() {
  printf '❌ **Not judged**\n\n'
  sed 's/^/    /' "$scratch/said"
}

# Sets `comment`, the file to publish.
write_report() {
  report whole >"$out/report.md"
  comment=$out/report.md
  [ "$(wc -c <"$comment")" -gt "$comment_limit" ] || return 0
  comment=$scratch/comment.md
  report short >"$comment"
  [ "$(wc -c <"$comment")" -gt "$comment_limit" ] || return 0
  verdict >"$comment"
}

verdict() {
  printf '%s\n\n' "$marker"
  if [ -f "$out/check.md" ]; then sed -n 1,3p "$out/check.md"; else printf '❌ **Not judged**\n'; fi
  printf '\nWhat there is to say is too long for a comment. It is in the report of the job.\n'
}

check_inputs
choose_sources
mkdir -p "$out"
rm -f "$out/check.md" "$out/check.sarif" "$out/code-quality.json"
find_what_was
plan
worst=$code
if [ "$worst" -lt 2 ]; then check; fi
[ "$code" -le "$worst" ] || worst=$code

# Known again by its first line; each stack has a comment of its own.
subject=${stack:-$preview}
marker="<!-- rackguard: ${subject//[^A-Za-z0-9._\/]/_} -->"
write_report
if [ -n "${GITHUB_ACTIONS:-}" ]; then
  # shellcheck source=action/github.sh
  . "$here/github.sh"
elif [ -n "${GITLAB_CI:-}" ]; then
  # shellcheck source=action/gitlab.sh
  . "$here/gitlab.sh"
else
  cat "$out/report.md"
fi
exit "$worst"
