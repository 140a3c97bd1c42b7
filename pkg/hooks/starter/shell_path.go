package starter

// shellPath refuses a call whose path lies outside the project folder.
const shellPath = `#!/bin/sh
# NAME: refuses a call whose path lies outside the project folder.
#
# Exit 0 is no opinion, 2 refuses with what stands on stderr as the reason, 3 asks
# you first; any other end refuses too. A path is looked at now: what becomes of it
# afterwards, and what a tool does with other arguments, is not seen here.
set -eu

# The arguments that hold a path. All of them that a call has are looked at; a call
# that has none is refused.
arguments='path file_path case_dir project_dir'

refuse() {
  printf '%s\n' "$1" >&2
  exit 2
}

for program in jq realpath readlink; do
  command -v "$program" >/dev/null || refuse "this hook needs the program $program, which is not here"
done

# The project folder and then each path, a line each. jq says itself what it refuses.
paths=$(jq -r --arg names "$arguments" '
  def refuse(why): why + "\n" | halt_error(2);
  def whole(what):
    if type != "string" then refuse(what + " is not a text")
    elif . == "" then refuse(what + " is empty")
    elif startswith("/") | not then refuse(what + " is not a whole path")
    elif explode | any(. < 32 or . == 127) then refuse(what + " holds a control character")
    elif split("/") | any(. == "..") then refuse(what + " holds ..")
    else . end;
  .args as $args | [$names | split(" ")[] | select(in($args))] as $given
  | if $given == [] then refuse("the call names no path, in none of: " + $names) else empty end,
    (.files.projectRoot | if . == null then refuse("no project folder is open") else whole("the project folder") end),
    ($given[] | . as $name | $args[$name] | whole("the argument " + $name))
') || exit 2
[ -n "$paths" ] || refuse 'no call came on stdin'

# follow PATH refuses one of which any step, through links too, stands where another
# process has another place: the tool's own working directory, say.
follow() {
  at= rest=$1/ links=0
  while [ -n "$rest" ]; do
    name=${rest%%/*}
    rest=${rest#*/}
    case $name in
      '' | .) continue ;;
      ..) at=${at%/*} ;;
      *) at=$at/$name ;;
    esac
    case $at/ in
      /proc/* | /dev/fd/* | /dev/std*) refuse "$1 passes through $at, which is another place in another process" ;;
    esac
    [ -L "$at" ] || continue
    links=$((links + 1))
    [ "$links" -le 40 ] || refuse "$1 goes through too many links"
    to=$(readlink -- "$at" && echo x) || refuse "$1 cannot be followed"
    to=${to%?x} # without the line end that readlink writes, and no other
    rest=$to/$rest
    case $to in
      /*) at= ;;
      *) at=${at%/*} ;;
    esac
  done
}

# real_of PATH sets real to its real path, of which the end need not be there yet.
real_of() {
  follow "$1"
  head=$1 tail=
  while [ ! -e "$head" ] && [ ! -L "$head" ]; do
    tail=/${head##*/}$tail
    head=${head%/*}
    [ -n "$head" ] || head=/
  done
  [ -e "$head" ] || refuse "$1 goes through a link that leads nowhere"
  [ -z "$tail" ] || { [ -d "$head" ] && [ -x "$head" ]; } || refuse "$1 cannot be followed"
  real=$(realpath -- "$head" && echo x) || refuse "$1 cannot be followed"
  real=${real%?x} # without the line end that realpath writes, and no other
  real=${real%/}$tail
}

{
  IFS= read -r path
  [ -d "$path" ] || refuse "the project folder $path is not there"
  real_of "$path"
  root=$real
  while IFS= read -r path; do
    real_of "$path"
    case $real/ in
      "$root"/*) ;;
      *) refuse "$path is outside the project folder $root" ;;
    esac
  done
} <<END
$paths
END
`
