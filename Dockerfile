# ralbench with its built-in targets, built from the sources:
#   docker build -t ralbench .
#   docker run --rm --network host -v "$PWD/results:/data/results" --user "$(id -u):$(id -g)" ralbench run --scenario delay-200 --quick
# Host network, because a mapped port costs more than the targets do. A volume for /cache keeps calibrations and the targets' start-up caches.
ARG BUILDER=maven:3.9-eclipse-temurin-25
ARG BASE=eclipse-temurin:25-jdk

FROM ${BUILDER} AS build
# More options for Maven, such as --offline.
ARG MAVEN_ARGS=
WORKDIR /src
COPY pom.xml ./
COPY cli cli
COPY targets targets
COPY scenarios scenarios
COPY results results
RUN mvn -B -q --no-transfer-progress -Dmaven.test.skip=true -Dspotless.check.skip=true -Dchecks.skip=true -Dwarnings.fail=false ${MAVEN_ARGS} package
# What the launcher needs, libraries apart from what changes with the sources. Targets on Node.js are their sources; they run where
# the image is given a Node.js, and are skipped elsewhere.
RUN for module in cli/app targets/*/; do \
        module=${module%/}; \
        [ -f "$module/pom.xml" ] || continue; \
        mkdir -p "/libraries/$module/target" "/jars/$module/target"; \
        cp -r "$module/target/lib" "/libraries/$module/target/" || exit 1; \
        cp "$module"/target/*.jar "/jars/$module/target/" || exit 1; \
    done; \
    for target in targets/*/; do \
        [ -f "$target/package.json" ] || continue; \
        cp -r "$target" /jars/targets/ || exit 1; \
    done; \
    mkdir -p /jars/results && cp -r results/recorded /jars/results/

FROM ${BASE}
LABEL org.opencontainers.image.title="ralbench" \
    org.opencontainers.image.description="Compares HTTP services under the same closed-model load"
COPY --from=build /libraries/ /opt/ralbench/
COPY --from=build /jars/ /opt/ralbench/
COPY ralbench /opt/ralbench/
# ralbench is under Apache 2.0. No label says so, because what it comes with has licences of its own: THIRD-PARTY.md lists all.
COPY LICENSE NOTICE THIRD-PARTY.md /opt/ralbench/
COPY licenses /opt/ralbench/licenses
# The second start makes the launcher's start-up cache. Any user may write into /data and /cache.
RUN /opt/ralbench/ralbench --version && /opt/ralbench/ralbench --version \
    && mkdir -p /data/results /cache && chmod 1777 /data /data/results /cache
ENV RALBENCH_CACHE=/cache
WORKDIR /data
USER 1000:1000
ENTRYPOINT ["/opt/ralbench/ralbench"]
