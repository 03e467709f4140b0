# Publishes a report on GitHub; sourced by run.sh, with `marker`, `comment` and `out` set.
# Read: RACKGUARD_PULL_REQUEST (number), RACKGUARD_HEAD_REPOSITORY (owner/name that the change comes from), GH_TOKEN.
# shellcheck shell=bash disable=SC2154

# A fork's token may only read: the summary of the job then holds what the comment would.
may_write() {
  [ -n "${RACKGUARD_PULL_REQUEST:-}" ] && [ "${RACKGUARD_HEAD_REPOSITORY:-}" = "$GITHUB_REPOSITORY" ]
}

# Only a bot's comment is taken for ours: somebody else's may begin with the same line, and isn't ours to change.
our_comment() {
  gh api --paginate "repos/$GITHUB_REPOSITORY/issues/$RACKGUARD_PULL_REQUEST/comments?per_page=100" \
    --jq ".[] | select(.user.type == \"Bot\" and (.body | startswith(\"$marker\"))) | .id"
}

say_once() {
  local ids id
  ids=$(our_comment) || return
  id=${ids%%$'\n'*}
  if [ -n "$id" ]; then
    gh api --silent --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" -F "body=@$comment"
  else
    gh api --silent --method POST "repos/$GITHUB_REPOSITORY/issues/$RACKGUARD_PULL_REQUEST/comments" -F "body=@$comment"
  fi
}

cat "$out/report.md" >>"$GITHUB_STEP_SUMMARY"
if may_write; then
  if [ "${RACKGUARD_COMMENT:-true}" = true ] && ! say_once; then
    echo "::warning::rackguard: the comment could not be written; the job needs the permission pull-requests: write. The report is in the summary of the job."
  fi
  if [ -f "$out/check.sarif" ]; then echo "sarif=$out/check.sarif" >>"$GITHUB_OUTPUT"; fi
fi
