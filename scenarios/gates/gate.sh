#!/bin/sh
# Builds a base revision and the working tree of a service, and lets a gate decide whether the second is worse.
# Exit code: that of ralbench run (0 pass, 3 regression, 4 undecided, 5 not comparable, 6 invalid).
#
#   BUILD="mvn -q -B -DskipTests package" JAR=target/shop.jar SCENARIO=load/checkout.yaml GATE=load/pr.yaml \
#       sh gate.sh origin/main
#
# RALBENCH is the command to use (default: ralbench), ATTEMPT counts the tries of one pair of builds (default: 1).
set -eu
base=${1:?usage: gate.sh BASE_REVISION}
: "${BUILD:?the command that builds the service}" "${JAR:?the jar that it makes}" "${SCENARIO:?}" "${GATE:?}"

tree=$(mktemp -d)
trap 'git worktree remove --force "$tree/base" || true; rm -rf "$tree"' EXIT
git worktree add --quiet --detach "$tree/base" "$base"
(cd "$tree/base" && sh -c "$BUILD")
sh -c "$BUILD"

rm -f gate.json gate.md gate.xml # of an earlier try: a result is never overwritten
"${RALBENCH:-ralbench}" run --scenario "$SCENARIO" --gate "$GATE" --attempt "${ATTEMPT:-1}" \
    --variant base="$tree/base/$JAR" --label base.revision="$(git rev-parse --short "$base")" \
    --variant head="$JAR" --label head.revision="$(git rev-parse --short HEAD)" \
    -o gate.json -o gate.md -o gate.xml
