# Ends what ralbench started when ralbench itself is gone, however it went. Standard input is a pipe that ralbench holds
# open as long as it lives; each line names something that must not outlive it:
#   process PID TICKS   a process and the moment of its start
#   container ID        a container
#   directory PATH      a directory with all that is in it
#   group PATH          a control group, which is empty once its processes have ended
#   log PATH            a file that ralbench names if it lives to do so, and that is removed if it was killed
#   end                 the last line, unless ralbench was killed
# $1 is what the marks of ralbench's processes begin with, as NAME=value.
trap '' INT TERM HUP QUIT
begin=$(date +%s)
processes='' containers='' directories='' groups='' logs='' killed=yes
while read -r kind what; do
    case $kind in
        process) processes="$processes ${what% *}:${what#* }" ;;
        container) containers="$containers $what" ;;
        directory) directories="$directories$what
" ;;
        group) groups="$groups$what
" ;;
        log) logs="$logs$what
" ;;
        end) killed= ;;
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

# The first thread of a process may have ended while others have not.
is_gone() {
    [ -e "/proc/$1" ] || return 0
    grep -qs '^State:.*Z' "/proc/$1/status" || return 1
    # shellcheck disable=SC2046 # split into ids on purpose
    set -- $(ls "/proc/$1/task" 2>/dev/null)
    [ $# -le 1 ]
}

# A process that was killed still ends the system call that it is in, and may make a file by that.
patience=50
await_end() {
    until is_gone "$1"; do
        [ "$patience" -gt 0 ] || return 1
        patience=$((patience - 1))
        sleep 0.1
    done
}

# What a JVM that is killed leaves behind: its socket for attaching, the file that asks for it, its counters. HotSpot has
# them in /tmp, whatever TMPDIR says, or asks from the working directory, which is the same for all that ralbench starts.
counters=/tmp/hsperfdata_$(id -un)
forget_jvm() {
    for file in "/tmp/.java_pid$1" "/tmp/.attach_pid$1" ".attach_pid$1"; do
        if [ -e "$file" ]; then rm -f "$file"; fi
    done
    # shellcheck disable=SC3067 # dash and busybox have -O; another user's directory is not ours to touch
    if [ -e "$counters/$1" ] && [ -O "$counters" ] && [ ! -h "$counters" ]; then rm -f "$counters/$1"; fi
}

# A process with all that came of it: some write over their environment, and the mark in it, as the processes of
# PostgreSQL do for their titles. One that is stopped makes no more of them.
kill_family() {
    kill -STOP "$1" 2>/dev/null
    children=$(grep -ls "^PPid:[[:space:]]*$1\$" /proc/[0-9]*/status)
    kill -9 "$1" 2>/dev/null
    ended="$ended $1"
    for child in $children; do
        child=${child#/proc/}
        kill_family "${child%/status}"
    done
}

# What a killed server leaves that holds its place by a segment of shared memory, as PostgreSQL's does: made by that process,
# after this shell, and used by none.
forget_memory() {
    [ -r /proc/sysvipc/shm ] || return 0
    while read -r _ segment _ _ maker _ users _ _ _ _ _ _ made _; do
        if [ "$maker" = "$1" ] && [ "$users" = 0 ] && [ "$made" -ge "$begin" ]; then ipcrm -m "$segment" 2>/dev/null; fi
    done </proc/sysvipc/shm
}

ended=
for process in $processes; do
    pid=${process%:*}
    if [ ! -e "/proc/$pid" ]; then
        ended="$ended $pid"
    elif is_alive "$pid" "${process#*:}"; then
        kill_family "$pid"
    fi
done
# Children whose parent had ended before are found by the mark that they inherited.
for environment in $(grep -lzs "^$1-" /proc/[0-9]*/environ); do
    pid=${environment#/proc/}
    pid=${pid%/environ}
    kill -9 "$pid" 2>/dev/null
    ended="$ended $pid"
done
if [ -n "$killed" ]; then
    owner=${1#*=}
    ended="$ended ${owner%%-*}"
fi
gone=
for pid in $ended; do
    if await_end "$pid"; then
        forget_jvm "$pid"
        gone="$gone $pid"
    fi
done
# After all of a family: a segment is used until the last of those that share it has ended.
for pid in $gone; do forget_memory "$pid"; done
# shellcheck disable=SC2086 # split into ids on purpose
[ -z "$containers" ] || docker rm -fv $containers >/dev/null 2>&1
printf '%s' "$directories" | while read -r directory; do rm -rf "$directory"; done
printf '%s' "$groups" | while read -r group; do rmdir "$group" 2>/dev/null; done
if [ -n "$killed" ]; then
    printf '%s' "$logs" | while read -r file; do rm -f "$file"; done
fi
exit 0
