#!/bin/sh
# Builds a base revision and the working tree of a service, and lets a gate decide whether the second is worse.
# Exit code: that of `ralbench run` (0 pass, 3 regression, 4 undecided, 5 not comparable, 6 invalid).
#
#   BUILD="mvn -q -B -DskipTests package" JAR=target/shop.jar SCENARIO=load/checkout.yaml GATE=load/pr.yaml \
#       sh gate.sh origin/main
set -eu
base=${1:?usage: gate.sh BASE_REVISION}
: "${BUILD:?the command that builds the service}" "${JAR:?the jar that it makes}" "${SCENARIO:?}" "${GATE:?}"
ralbench=${RALBENCH:-ralbench}

tree=$(mktemp -d)
trap 'git worktree remove --force "$tree/base"; rm -rf "$tree"' EXIT
git worktree add --quiet --detach "$tree/base" "$base"
(cd "$tree/base" && sh -c "$BUILD")
sh -c "$BUILD"

# The exit code is the verdict; the reports are there whatever it is.
status=0
"$ralbench" run --scenario "$SCENARIO" --variant base="$tree/base/$JAR" --variant head="$JAR" \
    --gate "$GATE" -o gate.json -o gate.md -o gate.xml || status=$?
exit "$status"
