# The image of ralbench, made of a package with a Java runtime:
#   mvn -Pdist -Dmaven.test.skip=true package
#   docker build -t ralbench .
#   docker run --rm --network host -v "$PWD/results:/data/results" --user "$(id -u):$(id -g)" ralbench run --scenario delay-200 --quick
# Without Maven and a JDK, the first of these is: docker run --rm -v "$PWD:/src" -w /src maven:3.9-eclipse-temurin-25 mvn ...
# With a Node.js for the variants that run on it: docker build --build-arg BASE=node:22-bookworm-slim -t ralbench:node .
# Host network, because a mapped port costs more than the targets do. A volume for /cache keeps calibrations and the targets' start-up caches.
ARG BASE=debian:stable-slim
FROM ${BASE} AS unpacked
# Of the packages, the one with a runtime and all parts: before its platform is the version, and no "core".
ADD dist/target/ralbench-*[0-9]-linux-*.tar.gz /opt/
RUN mv /opt/ralbench-* /opt/ralbench

FROM ${BASE}
LABEL org.opencontainers.image.title="ralbench" \
    org.opencontainers.image.description="Load-tests HTTP services, measures them from inside, and reports which one is better"
# ralbench is under Apache 2.0. No label says so, because what it comes with has licences of its own: THIRD-PARTY.md lists all.
COPY --from=unpacked /opt/ralbench /opt/ralbench
# Any user may write into /data and /cache.
RUN /opt/ralbench/bin/ralbench make-start-up-cache \
    && mkdir -p /usr/local/bin && ln -s /opt/ralbench/bin/ralbench /usr/local/bin/ralbench \
    && mkdir -p /data/results /cache && chmod 1777 /data /data/results /cache
ENV RALBENCH_CACHE=/cache
WORKDIR /data
USER 1000:1000
ENTRYPOINT ["/opt/ralbench/bin/ralbench"]
