# Publishes a report on GitHub; sourced by run.sh, with `marker`, `comment` and `out` set.
# Read: RACKGUARD_PULL_REQUEST (number), RACKGUARD_HEAD_REPOSITORY (owner/name that the change comes from), GH_TOKEN,
# and what GitHub sets, GITHUB_SERVER_URL among it.
# shellcheck shell=bash disable=SC2154

summary_limit=1000000 # bytes; GitHub shows no summary of more than 1 MiB

# gh asks github.com unless it is told otherwise, and takes the token for a server of one's own from another variable.
ask_our_server() {
  GH_HOST=${GITHUB_SERVER_URL:-https://github.com}
  GH_HOST=${GH_HOST#*://}
  GH_HOST=${GH_HOST%/}
  export GH_HOST
  case $GH_HOST in
    github.com | *.ghe.com) ;;
    *) export GH_ENTERPRISE_TOKEN=${GH_TOKEN:-} ;;
  esac
}

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

# Sets `why`, where the comment can't be written.
comment_on_it() {
  if ! command -v gh >/dev/null; then
    why="there is no gh on this runner; install it"
  elif ! say_once; then
    why="the job needs the permission pull-requests: write"
  fi
  [ -z "${why:-}" ]
}

ask_our_server
if [ "$(wc -c <"$out/report.md")" -le "$summary_limit" ]; then cat "$out/report.md"; else cat "$comment"; fi >>"$GITHUB_STEP_SUMMARY"
if may_write; then
  if [ "${RACKGUARD_COMMENT:-true}" = true ] && ! comment_on_it; then
    echo "::warning::rackguard: the comment could not be written; $why. The report is in the summary of the job."
  fi
  if [ -f "$out/check.sarif" ]; then echo "sarif=$out/check.sarif" >>"$GITHUB_OUTPUT"; fi
fi
