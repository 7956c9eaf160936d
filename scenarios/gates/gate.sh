#!/bin/sh
# Builds a base revision and the working tree of a service, and lets a gate decide whether the second is worse.
# Exit code: that of ralbench run (0 pass or baseline, 3 regression, 4 undecided, 5 not comparable, 6 invalid). 2 and 7 also where it does
# not come to that: 2 for a revision or variable that is wrong, 7 where head cannot be built or ralbench is not there. 129, 130 and 143 after a
# signal.
#
#   BUILD="mvn -q -B -DskipTests package" JAR=target/shop.jar SCENARIO=load/checkout.yaml GATE=load/pr.yaml \
#       sh gate.sh origin/main
#
# JAR is what starts the service, by its path from here: a jar, a program or a script that the build makes or the revision has. It learns its
# port as the scenario says (else by PORT). Each build is started in its own tree, so that a script loads the code of its own revision.
# A base that cannot be checked out or built, or has no such scenario or JAR, is the first run of a service: a line says why, head is measured
# alone, and the decision is BASELINE (ralbench run --no-base). NO_BASE=stop ends with 7 instead: for services that have had a base before.
# NEUTRAL is the exit code for a gate that did not decide (instead of 4, 5 and 6): 0 for a check that is green with a remark,
# or a code that the CI system shows as neutral. Unset, they are failures.
# RALBENCH is the command to use (default: ralbench), ATTEMPT counts the tries of one pair of builds (default: 1).
set -eu

stop() {
    code=$1
    shift
    printf 'gate.sh: %s\n' "$*" >&2
    exit "$code"
}

missing=
[ $# -eq 1 ] || missing=" BASE_REVISION"
[ -n "${BUILD:-}" ] || missing="$missing BUILD"
[ -n "${JAR:-}" ] || missing="$missing JAR"
[ -n "${SCENARIO:-}" ] || missing="$missing SCENARIO"
[ -n "${GATE:-}" ] || missing="$missing GATE"
[ -z "$missing" ] || stop 2 "not given:$missing; usage: BUILD=COMMAND JAR=FILE SCENARIO=FILE GATE=FILE sh gate.sh BASE_REVISION"
ralbench=${RALBENCH:-ralbench}
rm -f gate.json gate.md gate.xml # of an earlier try: whatever happens now, its verdict is none of this one
base=$(git rev-parse --verify --quiet "$1^{commit}") || stop 2 "there is no revision $1 here; is it fetched?"
command -v "$ralbench" >/dev/null || stop 7 "there is no command $ralbench; RALBENCH names it"
case ${NO_BASE:=alone} in
alone | stop) ;;
*) stop 2 "NO_BASE: alone or stop, not $NO_BASE" ;;
esac

# Builds what is in a directory.
build() {
    (cd "$1" && sh -c "$BUILD")
}

clean_up() {
    trap '' HUP INT TERM
    git worktree remove --force "$tree/base" 2>/dev/null || true # it may not have come to that
    rm -rf "$tree" || true
}

tree=$(mktemp -d)
trap clean_up EXIT
# A shell that is ended by a signal does not do what EXIT asks for (dash), unless it leaves by itself.
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# A repository may hold several services, this one below its root.
there=$tree/base/$(git rev-parse --show-prefix)
git worktree add --quiet --detach "$tree/base" "$base" || missing="cannot be checked out"
# A scenario that is no file of the repository is the same for both.
[ -n "$missing" ] || ! git ls-files --error-unmatch -- "$SCENARIO" >/dev/null 2>&1 ||
    [ -f "$there$SCENARIO" ] || missing="has no $SCENARIO"
# Head first: where it cannot be built either, the command is wrong, and base has nothing to do with it.
build . || stop 7 "head cannot be built: $BUILD ended with $?"
[ -n "$missing" ] || build "$there" || missing="cannot be built: $BUILD ended with $?"
[ -n "$missing" ] || [ -f "$there$JAR" ] || missing="has no $JAR after $BUILD"
if [ -n "$missing" ]; then
    [ "$NO_BASE" = alone ] || stop 7 "base ($1) $missing"
    printf 'gate.sh: no base: %s %s; head is measured alone\n' "$1" "$missing" >&2
    set -- --no-base
else
    set -- --variant base="$there$JAR" --directory base="$there" --label base.revision="$(git rev-parse --short "$base")"
fi

"$ralbench" run --scenario "$SCENARIO" --gate "$GATE" --attempt "${ATTEMPT:-1}" "$@" \
    --variant head="$JAR" --label head.revision="$(git rev-parse --short HEAD)" \
    ${NEUTRAL:+--neutral-exit "$NEUTRAL"} \
    -o gate.json -o gate.md -o gate.xml
