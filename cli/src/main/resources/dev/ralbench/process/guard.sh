# Ends what ralbench started when ralbench itself is gone, however it went. Standard input is a pipe that ralbench holds
# open as long as it lives; each line names something that must not outlive it:
#   process PID TICKS   a process and the moment of its start
#   container ID        a container
#   folder PATH         a folder with all that is in it
# $1 is what the marks of ralbench's processes begin with, as NAME=value.
trap '' INT TERM HUP QUIT
processes='' containers='' folders=''
while read -r kind what; do
    case $kind in
        process) processes="$processes$what
" ;;
        container) containers="$containers $what" ;;
        folder) folders="$folders$what
" ;;
    esac
done

# Whether it is still the same process: an id comes back. Field 22 of /proc/PID/stat, the 20th after the name.
is_alive() {
    stat=$(cat "/proc/$1/stat" 2>/dev/null) || return 1
    ticks=$2
    # shellcheck disable=SC2086 # split into fields on purpose
    set -- ${stat##*) }
    [ "${20}" = "$ticks" ]
}

printf '%s' "$processes" | while read -r pid ticks; do
    if is_alive "$pid" "$ticks"; then kill -9 "$pid" 2>/dev/null; fi
done
# Children whose parent was ended just now are found by the mark that they inherited.
for environment in $(grep -lzs "^$1-" /proc/[0-9]*/environ); do
    pid=${environment#/proc/}
    kill -9 "${pid%/environ}" 2>/dev/null
done
# shellcheck disable=SC2086 # split into ids on purpose
[ -z "$containers" ] || docker rm -fv $containers >/dev/null 2>&1
printf '%s' "$folders" | while read -r folder; do rm -rf "$folder"; done
exit 0
