#!/bin/sh
# synapse-hook: tells Synapse about commits.
#
# `synapse hook install` puts it in place as post-commit, post-merge, post-rewrite and post-applypatch; a plain copy
# under those names works too. It needs git, and curl or GNU wget. It never prints and always exits 0. A commit only
# waits until one small file is written: the rest happens in the background, and what cannot be sent now is sent with
# the next commit.
#
# Settings: SYNAPSE_URL, SYNAPSE_PROJECT_ID, and SYNAPSE_TOKEN (a journal token, `dk_journal_...`, or an access token;
# an AI token, `dk_ai_...`, is for other programs and ignored) or SYNAPSE_USERNAME and SYNAPSE_PASSWORD; otherwise the file
# named here (lines `url=`, `project=`, `token=`, `username=`, `password_file=` or `password=`; mode 0600, outside the
# repository). `git config synapse.project` and `synapse.repo` name the project and the repository of one clone.
# SYNAPSE_HOOK=off: be silent.
config=''
# Without a home directory, nothing is kept there.
home=${HOME:-/dev/null}
: "${config:=${XDG_CONFIG_HOME:-$home/.config}/synapse/hook.conf}"

nl='
'
hook=${0##*/}

# --- The hook that was here before runs first, with the same arguments and input; it may print. ---

is_ours() {
  { IFS= read -r _first && IFS= read -r _second; } <"$1" || return 1
  case $_second in '# synapse-hook:'*) return 0 ;; *) return 1 ;; esac
}

run_before() {
  case $0 in */*) here=${0%/*} ;; *) here=. ;; esac
  for before in "$here"/before-synapse*/"$hook"; do
    if [ -f "$before" ] && [ -x "$before" ]; then chain "$before" "$@"; fi
  done
  # With a shared hooks path Git ignores the clone's own hook, so it is run from here.
  own=$common/hooks/$hook
  if [ -n "$common" ] && [ -f "$own" ] && [ -x "$own" ] && ! is_ours "$own"; then chain "$own" "$@"; fi
}

chain() {
  if [ "$hook" = post-rewrite ]; then
    printf '%s\n' "$input" | run_as_hook "$@"
  else
    run_as_hook "$@"
  fi
}

# A hook may depend on its own name and on the files beside it (husky's does). So a shell script is read by its shell
# under our name, in our place; any other program is run from where it was put, under the right name there.
run_as_hook() {
  _program=$1
  shift
  shell_of "$_program"
  if [ -n "$shell" ]; then
    # shellcheck disable=SC2016,SC2086
    $shell -c '_before=$1; shift; . "$_before"' "$0" "$_program" "$@"
  else
    "$_program" "$@"
  fi
}

# The shell that a script names in its first line, with its options. Empty if it is not a shell script.
shell_of() {
  shell=
  IFS= read -r _line <"$1" || [ -n "$_line" ] || return 0
  case $_line in '#!'*) _line=${_line#'#!'} ;; *) return 0 ;; esac
  set -f
  # shellcheck disable=SC2086
  set -- $_line
  set +f
  case ${1##*/} in env) shift && if [ "$1" = -S ]; then shift; fi ;; esac
  case ${1##*/} in sh | dash | ash | bash | ksh | zsh) shell=$* ;; esac
}

# --- Where things are. ---

locate() {
  dirs=$(git rev-parse --git-dir --git-common-dir) || return 1
  gitdir=${dirs%%"$nl"*}
  common=${dirs#*"$nl"}
  case $gitdir in /*) ;; *) gitdir=$PWD/$gitdir ;; esac
  case $common in /*) ;; *) common=$PWD/$common ;; esac
  common=${common%/.}
  pending=$gitdir/synapse-rebase
}

# If .git cannot be written to, waiting commits are kept in the home directory.
spools() {
  printf '%s\n' "$common/synapse"
  # shellcheck disable=SC2046
  set -- $(printf '%s' "$common" | cksum)
  printf '%s\n' "${XDG_STATE_HOME:-$home/.local/state}/synapse/hook-$1"
}

# store DIR NAME TEXT: writes the whole file or nothing.
store() {
  [ -d "$1" ] || mkdir -p "$1" || return 1
  if printf '%s\n' "$3" >"$1/.$2.$$" && mv "$1/.$2.$$" "$1/$2"; then return 0; fi
  rm -f "$1/.$2.$$"
  return 1
}

keep() {
  store "$common/synapse" "$1" "$2" && return 0
  while IFS= read -r _dir; do
    store "$_dir" "$1" "$2" && return 0
  done <<END
$(spools)
END
  return 1
}

# --- In the foreground: only records what happened. ---

rebasing() {
  [ -d "$gitdir/rebase-merge" ] || { [ -d "$gitdir/rebase-apply" ] && [ ! -f "$gitdir/rebase-apply/applying" ]; }
}

note_commit() {
  record=$(git -c log.showSignature=false log -1 --encoding=UTF-8 --format='%H%n%cI%n%s' HEAD) || return 1
  ref=${record%%"$nl"*}
  # A rebase may still be aborted, so its commits wait until it is over.
  if rebasing && store "$pending" "$ref" "$record"; then return 1; fi
  # No place to write: sent at once, from memory.
  keep "$ref" "$record" || direct=$record
}

# The user's own merge commit. A fast-forward only brings in commits that others have reported.
note_merge() {
  [ "$1" = 1 ] && return 1
  parents=$(git -c log.showSignature=false log -1 --format=%P HEAD) || return 1
  case $parents in *' '*) ;; *) return 1 ;; esac
  case $(git -c log.showSignature=false log -1 -g --format=%gs HEAD) in *'Fast-forward') return 1 ;; esac
  note_commit
}

# `old new` per line. A commit that is amended during a rebase was never sent, so there is nothing to move.
note_rewrite() {
  if [ "$1" = amend ] && rebasing; then return 1; fi
  [ -n "$input" ] || return 1
  first=${input%%"$nl"*}
  first=${first#* }
  keep "rewrite.${first%% *}" "$input"
}

note() {
  umask 077
  direct=
  [ -n "$common" ] || return 0
  case $hook in
    post-rewrite) note_rewrite "$@" || return 0 ;;
    post-merge) note_merge "$@" || return 0 ;;
    *) note_commit || return 0 ;;
  esac
  # Holds no descriptor of the commit: whoever waits for the commit's output need not wait for the network.
  sh "$0" --synapse-send "$direct" &
}

# --- In the background: sends what was recorded. ---

setting() {
  case $1 in
    url=*) : "${url:=${1#*=}}" ;;
    project=*) : "${project:=${1#*=}}" ;;
    token=*) : "${token:=${1#*=}}" ;;
    username=*) : "${username:=${1#*=}}" ;;
    password=*) : "${password:=${1#*=}}" ;;
    password_file=*) password_file=${1#*=} ;;
  esac
}

configure() {
  # A refusal does not concern settings that are changed after this moment.
  moment=${config%/*}/.moment.$$
  touch "$moment"
  url=$SYNAPSE_URL project=$SYNAPSE_PROJECT_ID username=$SYNAPSE_USERNAME password=$SYNAPSE_PASSWORD
  token=$SYNAPSE_TOKEN password_file= given=
  # Other programs keep an AI token under the same name. This one cannot use it.
  case $token in dk_ai_*) token= ;; ?*) given=yes ;; esac
  : "${project:=$(git config synapse.project)}"
  if [ -r "$config" ]; then
    while IFS= read -r line || [ -n "$line" ]; do setting "$line"; done <"$config"
  fi
  if [ -z "$password" ] && [ -r "$password_file" ]; then IFS= read -r password <"$password_file" || :; fi
  while case $url in */) true ;; *) false ;; esac do url=${url%/}; done
  case $project in '' | *[!0-9]*) return 1 ;; esac
  [ -n "$url" ] || return 1
  repo=$(git config synapse.repo)
  if [ -z "$repo" ]; then
    case ${common##*/} in
      .git) repo=${common%/*} && repo=${repo##*/} ;;
      *) repo=${common##*/} && repo=${repo%.git} ;;
    esac
  fi
  # shellcheck disable=SC2046
  set -- $(printf '%s\n' "$url" "$username" | cksum)
  token_file=${config%/*}/token-$1
  refused_file=${config%/*}/refused-$1
  if [ -z "$token" ] && [ -r "$token_file" ]; then IFS= read -r token <"$token_file" || :; fi
}

# On one line, at most $1 characters (continuation bytes are not counted), quoted for JSON.
json_text() {
  LC_ALL=C tr '\000-\037\177' ' ' | LC_ALL=C awk -v max="$1" '
    NR == 1 {
      shown = 0
      for (at = 1; at <= length($0); at++)
        if (substr($0, at, 1) !~ /[\200-\277]/ && ++shown > max) break
      print substr($0, 1, at - 1)
    }' | sed 's/\\/\\\\/g; s/"/\\"/g'
}

percent() { od -An -v -tx1 | tr -d ' \n' | sed 's/../%&/g'; }

quoted() { printf '%s' "$1" | sed 's/\\/\\\\/g; s/"/\\"/g'; }

# request PATH TYPE BODY: sets status (000 if there was no answer) and answer. Nothing secret is an argument of a
# program, because everybody can read the process list.
request() {
  status=000 answer=
  if command -v curl; then
    answer=$(
      {
        printf 'url = "%s"\n' "$(quoted "$url$1")"
        printf 'header = "Content-Type: %s"\n' "$2"
        [ -z "$token" ] || printf 'header = "Authorization: Bearer %s"\n' "$(quoted "$token")"
        printf 'data-raw = "%s"\n' "$(quoted "$3")"
      } | curl -q -s -K - --proto '=http,https' --connect-timeout 5 --max-time 15 -w '\n%{http_code}'
    )
    status=${answer##*"$nl"}
  elif command -v wget; then
    place=$(mktemp -d) || return 0
    printf '%s\n' 'hsts = off' 'netrc = off' >"$place/rc"
    [ -z "$token" ] || printf 'header = Authorization: Bearer %s\n' "$token" >>"$place/rc"
    printf '%s' "$3" >"$place/body"
    wget --config="$place/rc" -q -S -O "$place/answer" --tries=1 --timeout=15 --max-redirect=0 \
      --header="Content-Type: $2" --post-file="$place/body" "$url$1" 2>"$place/log"
    status=$(awk '/^ *HTTP\// { code = $2 } END { print code ? code : "000" }' "$place/log")
    answer=$(cat "$place/answer")
    rm -rf "$place"
  fi >/dev/null
}

# After a refusal nothing is tried again until the settings or the password have changed: every further wrong password
# would count against everybody who signs in from this address. `synapse hook status` shows what is written here.
refused() { store "${refused_file%/*}" "${refused_file##*/}" "$1" && touch -r "$moment" "$refused_file"; }

stopped() {
  [ -f "$refused_file" ] && [ -z "$given" ] &&
    [ -z "$(find "$config" "$password_file" -prune -newer "$refused_file")" ]
}

log_in() {
  [ -n "$username" ] && [ -n "$password" ] || return 1
  token=
  request /auth/login application/x-www-form-urlencoded \
    "username=$(printf '%s' "$username" | percent)&password=$(printf '%s' "$password" | percent)"
  if [ "$status" = 401 ]; then
    refused "the service refused the password of $username"
    return 1
  fi
  [ "$status" = 200 ] || return 1
  token=$(printf '%s\n' "$answer" | sed -n 's/.*"access_token" *: *"\([A-Za-z0-9._-]*\)".*/\1/p')
  [ -n "$token" ] || return 1
  store "${token_file%/*}" "${token_file##*/}" "$token"
  return 0
}

# Takes the text of a record. Returns 0 when it is done (sent, or refused for good), 1 to try again later.
send_record() {
  replaces=
  {
    IFS= read -r ref
    IFS= read -r date
    IFS= read -r subject
    while IFS= read -r old; do [ -z "$old" ] || replaces="$replaces,\"$old\""; done
  } <<END
$1
END
  body=$(
    printf '{"project_id":%s,"commit_ref":"%s","commit_date":"%s","message":"%s","repo":"%s","replaces":[%s]}' \
      "$project" "$ref" "$date" "$(printf '%s\n' "${subject:-(no message)}" | json_text 500)" \
      "$(printf '%s\n' "$repo" | json_text 100)" "${replaces#,}"
  )
  stopped && return 1
  [ -n "$token" ] || log_in || return 1
  request /tda/journal/git-commit application/json "$body"
  if [ "$status" = 401 ]; then
    if [ -z "$given" ] && [ -z "$password" ]; then
      refused 'the service refused the token of this hook'
      return 1
    fi
    log_in || return 1
    request /tda/journal/git-commit application/json "$body"
  fi
  case $status in
    200 | 201)
      rm -f "$refused_file"
      # What `synapse hook status` shows.
      [ ! -d "$common/synapse" ] || printf '%s\n' "$ref" >"$common/synapse/.sent"
      return 0
      ;;
    400 | 403 | 404 | 413 | 422) return 2 ;;
    *) return 1 ;;
  esac
}

# Of a rebase's commits, only those that are in the history now are reported.
settle_rebase() {
  [ -d "$pending" ] || return 0
  # At the end of a rebase the hook runs a moment before Git has removed the rebase's files.
  for _second in 1 2 3 4 5; do
    rebasing || break
    sleep 1
  done
  ! rebasing && mkdir -p "$1" && history=$(git rev-list --max-count=2000 HEAD) || return 0
  for file in "$pending"/*; do
    case $nl$history$nl in
      *"$nl${file##*/}$nl"*) mv "$file" "$1/" ;;
      *) rm -f "$file" ;;
    esac
  done
  rmdir "$pending"
}

# Each rewritten commit becomes a record of its own, with the commits that it replaces, at most fifty in each.
expand_rewrites() {
  for list in "$1"/rewrite.*; do
    [ -f "$list" ] || continue
    cut -d' ' -f2 "$list" | sort -u |
      git -c log.showSignature=false log --no-walk=unsorted --ignore-missing --stdin --encoding=UTF-8 --format='%H%n%cI%n%s' |
      LC_ALL=C awk -v dir="$1" -v pairs="$list" '
        BEGIN {
          while ((getline line < pairs) > 0) {
            split(line, pair, " ")
            if (pair[1] != pair[2]) olds[pair[2]] = olds[pair[2]] pair[1] "\n"
          }
        }
        NR % 3 == 1 { ref = $0 }
        NR % 3 == 2 { date = $0 }
        NR % 3 == 0 {
          count = split(olds[ref], each, "\n") - 1
          part = 0
          for (at = 1; at <= count; at++) {
            if (at % 50 == 1) file = dir "/.part." ref (part++ ? "." part : "")
            if (at % 50 == 1) print ref "\n" date "\n" $0 > file
            print each[at] > file
            if (at % 50 == 0 || at == count) close(file)
          }
        }' && rm -f "$list"
    for part in "$1"/.part.*; do
      [ ! -f "$part" ] || mv "$part" "$1/${part##*/.part.}"
    done
  done
}

lock() {
  if ! mkdir "$1/.lock"; then
    owner=
    [ ! -r "$1/.lock/pid" ] || IFS= read -r owner <"$1/.lock/pid"
    if [ -n "$owner" ]; then
      kill -0 "$owner" && return 1
    else
      [ -n "$(find "$1/.lock" -prune -mmin +1)" ] || return 1
    fi
    # If two find a dead owner's lock, one of them removes it.
    mv "$1/.lock" "$1/.lock.$$" && rm -rf "$1/.lock.$$" && mkdir "$1/.lock" || return 1
  fi
  printf '%s\n' "$$" >"$1/.lock/pid"
}

# Our own names contain only letters, digits and dots.
# shellcheck disable=SC2010
rewrites() { LC_ALL=C ls "$1" | grep '^rewrite\.'; }

# shellcheck disable=SC2010
records() { LC_ALL=C ls -tr "$1" | grep -E '^[0-9a-f]{40,64}(\.[0-9]+)?$'; }

drain() {
  expand_rewrites "$1"
  [ -z "$(rewrites "$1")" ] || return 1
  for name in $(records "$1"); do
    text=$(cat "$1/$name") || return 1
    send_record "$text"
    case $? in
      0) rm -f "$1/$name" || return 1 ;;
      2) mkdir -p "$1/refused" && mv "$1/$name" "$1/refused/$name" || return 1 ;;
      *) return 1 ;;
    esac
  done
}

# If another sender is at work, leaves a message for it, in case it is about to end; and looks again, in case it just
# has.
take_turn() {
  lock "$1" && return 0
  printf '' >"$1/.again"
  lock "$1"
}

send_spool() {
  [ -d "$1" ] || return 0
  # What is recorded while the lock is released would wait for the next commit, so it is looked for once more.
  while [ -n "$(records "$1")$(rewrites "$1")" ]; do
    take_turn "$1" || return 0
    rm -f "$1/.again"
    # Read again each time: a password may have been corrected meanwhile.
    configure && drain "$1"
    ended=$?
    rm -rf "$1/.lock"
    [ "$ended" = 0 ] || [ -f "$1/.again" ] || return 1
  done
}

send() {
  umask 077
  trap '' HUP INT
  locate || return 0
  unset GIT_INDEX_FILE GIT_WORK_TREE GIT_PREFIX
  settle_rebase "$common/synapse"
  if [ -n "$1" ] && configure; then send_record "$1"; fi
  while IFS= read -r _dir; do
    send_spool "$_dir" || return 0
  done <<END
$(spools)
END
}

# What was refused before is tried again too: the reason may be gone.
flush() {
  locate || return 0
  configure && rm -f "$refused_file"
  while IFS= read -r _dir; do
    for file in "$_dir"/refused/*; do
      [ ! -f "$file" ] || mv "$file" "$_dir/"
    done
  done <<END
$(spools)
END
  send ''
}

moment=
trap 'rm -f "$moment"; exit 0' EXIT
case $1 in
  --synapse-send) send "$2" </dev/null >/dev/null 2>&1 ;;
  --synapse-flush) flush </dev/null >/dev/null 2>&1 ;;
  *)
    input=
    [ "$hook" != post-rewrite ] || input=$(cat)
    common=
    locate 2>/dev/null
    run_before "$@"
    case $SYNAPSE_HOOK in
      off | 0 | no | false) ;;
      *) note "$@" </dev/null >/dev/null 2>&1 ;;
    esac
    ;;
esac
