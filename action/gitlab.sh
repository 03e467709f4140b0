# Publishes a report on GitLab; sourced by run.sh, with `marker`, `comment` and `out` set.
# Read: RACKGUARD_GITLAB_TOKEN (of the project, scope api: a job's own token can't write notes), and what GitLab sets.
# shellcheck shell=bash disable=SC2154

# The token goes by standard input: the arguments of a process are for everybody on the machine to see.
gitlab() {
  local path=$1
  shift
  curl --silent --show-error --fail --config - "$@" "$CI_API_V4_URL/$path" <<<"header = \"PRIVATE-TOKEN: $RACKGUARD_GITLAB_TOKEN\""
}

# The first note that we wrote with this marker; somebody else's may begin with the same line.
our_note() {
  local me page=1 notes found
  me=$(gitlab user) || return
  while notes=$(gitlab "$1?sort=asc&order_by=created_at&per_page=100&page=$page") || return; [ "$notes" != "[]" ]; do
    found=$(python3 -I -c '
import json, sys
me, notes = (json.loads(text) for text in sys.argv[1:3])
ours = [n["id"] for n in notes if n["author"]["id"] == me["id"] and n["body"].startswith(sys.argv[3])]
print(*ours[:1])' "$me" "$notes" "$marker") || return
    if [ -n "$found" ]; then
      echo "$found"
      return
    fi
    page=$((page + 1))
  done
}

say_once() {
  local notes="projects/$CI_PROJECT_ID/merge_requests/$CI_MERGE_REQUEST_IID/notes" id
  id=$(our_note "$notes") || return
  if [ -n "$id" ]; then
    gitlab "$notes/$id" --request PUT --data-urlencode "body@$comment" >/dev/null
  else
    gitlab "$notes" --request POST --data-urlencode "body@$comment" >/dev/null
  fi
}

if [ "${RACKGUARD_COMMENT:-true}" = false ] || [ -z "${CI_MERGE_REQUEST_IID:-}" ]; then
  echo "The report is in $out/report.md, an artifact of the job."
elif [ -z "${RACKGUARD_GITLAB_TOKEN:-}" ]; then
  echo "No note: RACKGUARD_GITLAB_TOKEN is not set (a fork's pipeline never has it). The report is in $out/report.md, an artifact of the job."
elif ! say_once; then
  echo "The note could not be written; RACKGUARD_GITLAB_TOKEN needs the scope api and the role Reporter or more. The report is in $out/report.md, an artifact of the job." >&2
fi
